import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import type { FieldRule } from '../../../shared/contract/schemas/endpoints/fieldRules.ts';
import type { RequestFailed } from '../api/requestFailed.ts';
import { changeEndpoint } from '../endpoints/endpoints.ts';
import { htmlOf } from '../endpoints/snippets.ts';
import { mayChange, refusalOf } from '../session/session.ts';
import { TEXTS } from '../texts/texts.ts';
import { Choice } from '../ui/Choice.tsx';
import { Copy } from '../ui/Copy.tsx';
import { Form } from '../ui/Form.tsx';
import { Problem } from '../ui/Problem.tsx';
import { say } from '../ui/toasts.ts';
import { Unsaved } from '../ui/Unsaved.tsx';
import { useDraft } from '../ui/useDraft.ts';
import { useRequest } from '../ui/useRequest.ts';
import { RuleTable } from './RuleTable.tsx';
import { draftOf, type FieldsDraft, ruleOf, updateBodyOf } from './ruleDraft.ts';
import { problemsByRule, type RuleProblem } from './ruleProblems.ts';
import { Sources } from './Sources.tsx';

const { fields: texts } = TEXTS;
const LABELS = { fields: TEXTS.endpoint.view.fields, unknownFields: texts.unknown };

/** The rules for the fields of an endpoint's form. */
export function FieldsPage({ endpoint }: { endpoint: Endpoint }) {
  const draft = useDraft(`fields-${endpoint.id}`, draftOf(endpoint), { labels: LABELS });
  const problems = useSignal<ReadonlyMap<number, RuleProblem[]>>(new Map());
  const failure = useSignal<RequestFailed | undefined>(undefined);
  /** The number of times that the API rejected the rules since they were last edited. */
  const refusals = useSignal(0);
  const { fields, unknownFields } = draft.value;
  const { set } = draft;
  /** @param edited the index of the only changed rule; other changes move rules */
  const setFields = (changed: FieldsDraft['fields'], edited?: number) => {
    problems.value = new Map([...problems.value].filter(([place]) => edited !== undefined && place !== edited));
    set({ fields: changed });
  };
  const clear = () => {
    failure.value = undefined;
    problems.value = new Map();
  };
  const discard = () => {
    draft.discard();
    clear();
  };

  const { isBusy, send } = useRequest((refused, isElsewhere) => {
    const byRule = problemsByRule(refused);
    problems.value = byRule ?? new Map();
    failure.value = byRule ? undefined : refused;
    if (!isElsewhere) refusals.value++;
  });
  async function save() {
    const saved = await changeEndpoint(endpoint.id, (now) => updateBodyOf(draft.onto(draftOf(now)), now));
    draft.saved(draftOf(saved));
    clear();
    say(TEXTS.saved);
  }
  useLayoutEffect(() => document.querySelector<HTMLElement>('.rules [aria-invalid="true"]')?.focus(), [refusals.value]);

  const isChanged = Object.keys(updateBodyOf(draft.value, endpoint)).length > 0;
  return (
    <div class="page wide">
      <div class="apart">
        <h2>{TEXTS.endpoint.view.fields}</h2>
        {fields.length > 0 && (
          <Copy
            class="quiet"
            text={() => htmlOf({ ...endpoint, fields: fields.map(ruleOf) as FieldRule[] })}
            what={texts.copied}
            label={texts.copy}
          />
        )}
      </div>
      <p class="soft">
        {texts.text} {refusalOf('endpoints')} <a href="/guide/fields">{texts.guide}</a>
      </p>
      <Sources endpoint={endpoint} fieldsNow={() => draft.latest().fields} set={setFields} />
      <Form submit={() => void send(save)}>
        <fieldset class="stack" disabled={!mayChange('endpoints')}>
          {fields.length === 0 ? (
            <div class="nothing">
              <p class="nothing-title">{texts.none}</p>
              <p class="soft">{texts.noneText}</p>
            </div>
          ) : (
            <>
              <RuleTable rules={fields} problems={problems.value} set={setFields} />
              <Choice
                legend={texts.unknown}
                name="unknownFields"
                value={unknownFields}
                options={texts.unknownOf}
                onChange={(choice) => set({ unknownFields: choice })}
              />
            </>
          )}
          {!endpoint.files && fields.some(({ type }) => type === 'file') && <p class="hint">{texts.needsFiles}</p>}
          {isChanged && (
            <div class="form-end stack">
              <Problem failure={failure.value} />
              <p class="cluster">
                <button type="submit" disabled={isBusy}>
                  {TEXTS.save}
                </button>
                <Unsaved isChanged discard={discard} />
              </p>
            </div>
          )}
        </fieldset>
      </Form>
    </div>
  );
}
