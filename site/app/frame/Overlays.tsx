import { useLocation } from 'preact-iso';
import { useCommands } from '../commands/commands.ts';
import { allowedViews } from '../endpoints/EndpointHeader.tsx';
import { endpoints } from '../endpoints/endpoints.ts';
import { allows, mayAddEndpoint, otherSessions, session, signOut, switchTo, workspaceOf } from '../session/session.ts';
import { TEXTS } from '../texts/texts.ts';
import { PATHS } from '../ui/paths.ts';
import { Help } from './Help.tsx';
import { overlay } from './overlay.ts';
import { Palette } from './Palette.tsx';

const KEYS = { inbox: 'g i', overview: 'g o', use: 'g u', fields: 'g f', webhooks: 'g w', settings: 'g s' };
const VIEWS = Object.keys(KEYS) as (keyof typeof KEYS)[];

/** The palette, the help, and the global commands. */
export function Overlays() {
  const { route, path } = useLocation();
  const { commands, groups } = TEXTS;
  const group = groups.go;
  const current = endpoints.value?.find(({ id }) => path.split('/').includes(id)) ?? endpoints.value?.[0];
  useCommands([
    ...(current ? VIEWS.filter((view) => allowedViews().includes(view)) : []).map((view) => ({
      id: view,
      title: commands.goTo[view],
      group,
      keys: KEYS[view],
      run: () => current && route(PATHS[view](current.id)),
    })),
    ...(allows('keys')
      ? [{ id: 'keys', title: commands.goKeys, group, keys: 'g k', run: () => route(PATHS.keys) }]
      : []),
    ...(allows('audit')
      ? [{ id: 'audit', title: commands.goAudit, group, keys: 'g a', run: () => route(PATHS.audit()) }]
      : []),
    ...(allows('members')
      ? [{ id: 'members', title: commands.goMembers, group, keys: 'g m', run: () => route(PATHS.members) }]
      : []),
    ...(session.value?.memberId
      ? [{ id: 'workspaces', title: commands.goWorkspaces, group, run: () => route(PATHS.workspaces) }]
      : []),
    ...(session.value?.memberId
      ? [{ id: 'account', title: commands.goAccount, group, keys: 'g y', run: () => route(PATHS.account) }]
      : []),
    ...otherSessions.value.map((each) => ({
      id: each.workspaceId,
      title: TEXTS.sideBar.goToWorkspace(workspaceOf(each)),
      group,
      run: () => void switchTo(each),
    })),
    ...(mayAddEndpoint.value
      ? [{ id: 'new', title: TEXTS.endpoint.new, group, run: () => route(PATHS.newEndpoint) }]
      : []),
    { id: 'palette', title: commands.palette, group, keys: 'Mod+k', run: () => (overlay.value = 'palette') },
    { id: 'help', title: commands.help, group, keys: '?', run: () => (overlay.value = 'help') },
    { id: 'signOut', title: TEXTS.signIn.signOut, group, run: signOut },
  ]);
  if (overlay.value === 'palette') return <Palette />;
  return overlay.value === 'help' ? <Help /> : null;
}
