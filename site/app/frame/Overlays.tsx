import { useLocation } from 'preact-iso';
import { useCommands } from '../commands/commands.ts';
import { endpoints } from '../endpoints/endpoints.ts';
import { signOut } from '../session/session.ts';
import { TEXTS } from '../texts/texts.ts';
import { PATHS } from '../ui/paths.ts';
import { Help } from './Help.tsx';
import { openOverlay, overlay } from './overlay.ts';
import { Palette } from './Palette.tsx';

/** The palette, the help, and the global commands. */
export function Overlays() {
  const { route, path } = useLocation();
  const { commands, groups } = TEXTS;
  const group = groups.go;
  const current = endpoints.value?.find(({ id }) => path.split('/').includes(id)) ?? endpoints.value?.[0];
  useCommands([
    ...(current
      ? [
          { id: 'inbox', title: commands.goInbox, group, keys: 'g i', run: () => route(PATHS.inbox(current.id)) },
          {
            ...{ id: 'overview', title: commands.goOverview, group, keys: 'g o' },
            run: () => route(PATHS.overview(current.id)),
          },
          { id: 'use', title: commands.goUse, group, keys: 'g u', run: () => route(PATHS.use(current.id)) },
          {
            ...{ id: 'fields', title: commands.goFields, group, keys: 'g f' },
            run: () => route(PATHS.fields(current.id)),
          },
          {
            ...{ id: 'webhooks', title: commands.goWebhooks, group, keys: 'g w' },
            run: () => route(PATHS.webhooks(current.id)),
          },
          {
            id: 'settings',
            title: commands.goSettings,
            group,
            keys: 'g s',
            run: () => route(PATHS.settings(current.id)),
          },
        ]
      : []),
    { id: 'keys', title: commands.goKeys, group, keys: 'g k', run: () => route(PATHS.keys) },
    { id: 'new', title: TEXTS.endpoint.new, group, needsWrite: true, run: () => route(PATHS.newEndpoint) },
    { id: 'palette', title: commands.palette, group, keys: 'Mod+k', run: () => openOverlay('palette') },
    { id: 'help', title: commands.help, group, keys: '?', run: () => openOverlay('help') },
    { id: 'signOut', title: TEXTS.signIn.signOut, group, run: signOut },
  ]);
  if (overlay.value === 'palette') return <Palette />;
  return overlay.value === 'help' ? <Help /> : null;
}
