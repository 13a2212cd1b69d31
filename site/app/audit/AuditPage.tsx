import { useLocation } from 'preact-iso';
import type { AuditEntry } from '../../../shared/contract/schemas/audit/auditEntry.ts';
import { dateOf } from '../../../shared/contract/time.ts';
import { call } from '../api/client.ts';
import { useResponse } from '../api/useResponse.ts';
import { keys, readKeys } from '../keys/keys.ts';
import { members, readMembers } from '../members/members.ts';
import { allows } from '../session/session.ts';
import { TEXTS } from '../texts/texts.ts';
import { Columns } from '../ui/Columns.tsx';
import { CursorList, useCursorList } from '../ui/CursorList.tsx';
import { usePageName } from '../ui/pageName.ts';
import { type AuditQuery, PATHS } from '../ui/paths.ts';
import { ExactTime } from '../ui/Time.tsx';

const { audit: texts } = TEXTS;
const PER_PAGE = 50;

/** Who changed what, newest first; the URL limits it to an actor or a thing. */
export function AuditPage() {
  usePageName(texts.title);
  const { actor, object } = useLocation().query as AuditQuery;
  const list = useCursorList<AuditEntry>(
    async (from, signal) => {
      const query = { limit: PER_PAGE, ...(actor && { actor }), ...(object && { object }), ...from };
      const { entries: items, _metadata } = await call('listAuditEntries', { query, signal });
      return { items, _metadata };
    },
    [actor, object],
  );
  // Without their names, keys and members are shown by their ids.
  useResponse(async (signal) => allows('keys') && readKeys(signal), []);
  useResponse(async (signal) => allows('members') && readMembers(signal), []);
  return (
    <div class="page wide">
      <h1>{texts.title}</h1>
      <p class="soft">
        {texts.text} <a href="/guide/audit">{TEXTS.moreInGuide}</a>
      </p>
      {(actor ?? object) && (
        <p>
          {texts.only} <code>{actor ?? object}</code> · <a href={PATHS.audit()}>{texts.all}</a>
        </p>
      )}
      <CursorList of={list} none={texts.none} skeletons={8}>
        <table class="keys">
          <Columns names={[texts.what, texts.who, texts.when]} />
          <tbody>
            {list.response.value?.items.map((entry) => (
              <Row key={entry.id} of={entry} />
            ))}
          </tbody>
        </table>
      </CursorList>
    </div>
  );
}

function Row({ of: { operation, object, submissionIds, fields, removed, isUncertain, ...entry } }: { of: AuditEntry }) {
  const { actor, country, createdAt, requestId } = entry;
  const name =
    keys.value?.find(({ id }) => id === actor)?.name ?? members.value?.find(({ id }) => id === actor)?.address;
  return (
    <tr>
      <th scope="row">
        {operation}
        {isUncertain && <span class="tag is-spam">{texts.uncertain}</span>}
        <span class="soft"> {removed === undefined ? fields?.join(', ') : texts.removed(removed)}</span>
        {object && (
          <a class="small" href={PATHS.audit({ object })}>
            <code class="small soft">{object}</code>
          </a>
        )}
        {submissionIds && <span class="small soft">{texts.submissions(submissionIds.length)}</span>}
      </th>
      <td data-label={texts.who}>
        <a href={PATHS.audit({ actor })}>
          <bdi>{name ?? actor}</bdi>
        </a>
        {country && ` · ${country}`}
      </td>
      <td data-label={texts.when} title={requestId}>
        <ExactTime at={dateOf(createdAt)} />
      </td>
    </tr>
  );
}
