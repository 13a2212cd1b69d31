import { TEXTS } from '../texts/texts.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { linkQuestion, signInByCode } from './link.ts';

const { link: texts } = TEXTS;

/** Asks before a link switches to another key. */
export function LinkDialog() {
  const question = linkQuestion.value;
  if (!question) return null;
  const { code, offer, now } = question;
  const close = () => {
    linkQuestion.value = undefined;
  };
  return (
    <FormDialog key={code} title={texts.title} submit={texts.accept} save={() => signInByCode(code)} onClose={close}>
      <p class="soft">{texts.explanation}</p>
      <dl class="link-workspaces">
        <dt class="small soft">{texts.now}</dt>
        {[...new Set(now.map(({ workspaceId }) => workspaceId))].map((id) => (
          <dd key={id}>
            <code>{id}</code>
          </dd>
        ))}
        <dt class="small soft">{texts.offered}</dt>
        <dd>
          <code>{offer.workspaceId}</code>
        </dd>
      </dl>
    </FormDialog>
  );
}
