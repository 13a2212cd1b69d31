import { useSignal } from '@preact/signals';
import { recipeOfUrl, WEBHOOK_RECIPES, type WebhookRecipe } from '../../../shared/contract/webhookRecipes.ts';
import { TEXTS } from '../texts/texts.ts';
import { Field } from '../ui/Field.tsx';

const { format: texts } = TEXTS;

interface TemplateFieldProps {
  value: string;
  url: string;
  problem: string | undefined;
  /** @param headers of a recipe, one per line */
  onChange: (template: string, headers?: string) => void;
}

/** A template's JSON, with recipes to start from; the URL decides which comes first. */
export function TemplateField({ value, url, problem, onChange }: TemplateFieldProps) {
  const filled = useSignal('');
  const found = recipeOfUrl(url.trim());
  const recipes = found ? [found, ...WEBHOOK_RECIPES.filter((each) => each !== found)] : WEBHOOK_RECIPES;
  const start = ({ name, headers, template }: WebhookRecipe) => {
    const lines = Object.entries(headers).map(([header, text]) => `${header}: ${text}`);
    onChange(JSON.stringify(template, null, 2), lines.join('\n'));
    filled.value = texts.fill(name);
  };
  return (
    <>
      <fieldset>
        <legend>{texts.recipes}</legend>
        <div class="cluster">
          {recipes.map((recipe) => (
            <button key={recipe.id} type="button" class="quiet" title={recipe.note} onClick={() => start(recipe)}>
              {recipe.name}
            </button>
          ))}
        </div>
        <p class="hint" role="status">
          {filled} {found?.note}
        </p>
      </fieldset>
      <Field
        name="template"
        label={texts.template}
        hint={texts.templateHint}
        isLong
        value={value}
        problem={problem}
        onInput={(text) => onChange(text)}
      />
    </>
  );
}
