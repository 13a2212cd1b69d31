import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { CONTROL_ICONS, type ControlIcon, ENDPOINT_ICONS } from './iconPaths.ts';
import { toneOf } from './tones.ts';

const Outline = ({ path }: { path: string }) => (
  <svg class="icon" viewBox="0 0 96 96" aria-hidden="true">
    <path d={path} />
  </svg>
);

/** An icon of a control with a label. */
export const Icon = ({ name }: { name: ControlIcon }) => <Outline path={CONTROL_ICONS[name]} />;

/** An endpoint's icon on its colour. */
export const EndpointIcon = ({ icon, color }: Pick<Endpoint, 'icon' | 'color'>) => (
  <span class={`endpoint-icon toned color-${color}`} style={toneOf(color)}>
    <Outline path={ENDPOINT_ICONS[icon]} />
  </span>
);
