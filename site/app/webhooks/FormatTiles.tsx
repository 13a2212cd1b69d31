import type { WebhookFormat } from '../../../shared/contract/webhookFormats.ts';
import { TEXTS } from '../texts/texts.ts';

const FORMATS = Object.keys(TEXTS.formats) as WebhookFormat[];

interface FormatTilesProps {
  value: WebhookFormat;
  onChoose: (format: WebhookFormat) => void;
}

/** A radio group of formats. */
export const FormatTiles = ({ value, onChoose }: FormatTilesProps) => (
  <fieldset>
    <legend>{TEXTS.format.legend}</legend>
    <div class="tiles">
      {FORMATS.map((format) => (
        <label key={format} class="tile">
          <input type="radio" name="format" checked={value === format} onChange={() => onChoose(format)} />
          <Name of={format} />
        </label>
      ))}
    </div>
  </fieldset>
);

interface FormatButtonsProps {
  isDisabled: boolean;
  onChoose: (format: WebhookFormat) => void;
}

/** The same as buttons, for an endpoint without webhooks. */
export const FormatButtons = ({ isDisabled, onChoose }: FormatButtonsProps) => (
  <div class="tiles">
    {FORMATS.map((format) => (
      <button key={format} type="button" class="quiet tile" disabled={isDisabled} onClick={() => onChoose(format)}>
        <Name of={format} />
      </button>
    ))}
  </div>
);

const Name = ({ of: format }: { of: WebhookFormat }) => (
  <>
    <span class="tile-sign" aria-hidden="true">
      {SIGNS[format]}
    </span>
    {TEXTS.formats[format].name}
  </>
);

/** Letters instead of the services’ logos, which are trademarks. */
const SIGNS: Record<WebhookFormat, string> = {
  slack: 'S',
  discord: 'D',
  teams: 'T',
  googlechat: 'G',
  telegram: 'T',
  mattermost: 'M',
  ntfy: 'n',
  sheets: '#',
  standard: '{ }',
  template: '{…}',
};
