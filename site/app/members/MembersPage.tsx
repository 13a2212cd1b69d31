import { useSignal } from '@preact/signals';
import type { Member } from '../../../shared/contract/schemas/members/member.ts';
import { dateOf } from '../../../shared/contract/time.ts';
import { useResponse } from '../api/useResponse.ts';
import { mayChange, refusalOf } from '../session/session.ts';
import { WriteButton } from '../session/WriteButton.tsx';
import { TEXTS } from '../texts/texts.ts';
import { Columns } from '../ui/Columns.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Problem } from '../ui/Problem.tsx';
import { usePageName } from '../ui/pageName.ts';
import { RowActions } from '../ui/RowActions.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';
import { MemberForm, RemoveMember } from './MemberDialogs.tsx';
import { isOwn, mayGive, members, readMembers } from './members.ts';

const { members: texts } = TEXTS;

/** The members of the workspace. */
export function MembersPage() {
  usePageName(texts.title);
  const isAdding = useSignal(false);
  const { failure, retry } = useResponse(readMembers, []);
  return (
    <div class="page wide">
      <header class="apart">
        <h1>{texts.title}</h1>
        <WriteButton group="members" onClick={() => (isAdding.value = true)}>
          <Icon name="plus" /> {texts.add}
        </WriteButton>
      </header>
      <p class="soft">
        {texts.text} {refusalOf('members')} <a href="/guide/members">{TEXTS.moreInGuide}</a>
      </p>
      <Problem failure={failure} onRetry={retry} />
      {!members.value && !failure && <SkeletonRows count={3} />}
      {members.value?.length === 0 && <p class="nothing-title">{texts.none}</p>}
      {members.value && members.value.length > 0 && (
        <table class="keys">
          <Columns names={[texts.address, texts.role, texts.since]} actions={texts.actions} />
          <tbody>
            {members.value.map((member) => (
              <MemberRow key={member.id} of={member} />
            ))}
          </tbody>
        </table>
      )}
      {isAdding.value && <MemberForm onClose={() => (isAdding.value = false)} />}
    </div>
  );
}

const DIALOGS = { [texts.change]: MemberForm, [texts.remove]: RemoveMember };

function MemberRow({ of: member }: { of: Member }) {
  const { id, address, role, endpointIds, createdAt } = member;
  return (
    <tr>
      <th scope="row">
        <bdi>{address}</bdi>
        {isOwn(id) && <span class="tag">{texts.you}</span>}
        {endpointIds && <span class="tag">{TEXTS.keys.endpointCount(endpointIds.length)}</span>}
        <code class="small soft">{id}</code>
      </th>
      <td class="cut" data-label={texts.role}>
        {TEXTS.roles[role]}
      </td>
      <td class="cut" data-label={texts.since}>
        <Time at={dateOf(createdAt)} />
      </td>
      {mayChange('members') && mayGive(role) ? <RowActions of={member} name={address} dialogs={DIALOGS} /> : <td />}
    </tr>
  );
}
