import { TEXTS } from '../texts/texts.ts';

interface UnsavedProps {
  isChanged: boolean;
  discard: () => void;
}

/** Says that a form has unsaved changes, which survive leaving it. */
export const Unsaved = ({ isChanged, discard }: UnsavedProps) =>
  isChanged ? (
    <span class="small soft">
      {TEXTS.unsaved} ·{' '}
      <button type="button" class="link" onClick={discard}>
        {TEXTS.discard}
      </button>
    </span>
  ) : null;
