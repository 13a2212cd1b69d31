import type { SubmissionData } from '../../shared/contract/schemas/submission.ts';
import type { Random } from './simulator/random.ts';

/** One sentence from each list, in this order. A name in braces stands for a word of its list in `WORDS`. */
type Template = readonly (readonly string[])[];

const WORDS: Record<string, readonly string[]> = {
  greeting: ['Hello', 'Hi', 'Good morning', 'Good evening', 'Dear team', 'Hi there', 'Dear Sir or Madam'],
  closing: ['Thanks', 'Kind regards', 'Best wishes', 'Many thanks', 'Looking forward to your reply', 'Cheers'],
  name: ['Anna', 'Bruno', 'Carla', 'David', 'Elena', 'Farid', 'Greta', 'Hugo', 'Ines', 'Jonas', 'Karin', 'Luca', 'Mei'],
  surname: ['Weber', 'Rossi', 'Novak', 'Silva', 'Jensen', 'Moreau', 'Khan', 'Larsen', 'Ortiz'],
  day: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  month: ['January', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'December'],
  date: ['3', '5', '9', '12', '14', '17', '19', '21', '23', '26', '28', '30'],
  count: ['two', 'three', 'four', 'five', 'six', 'eight'],
  hour: ['7 pm', '8 pm', 'noon', '6.30 pm', '1 pm', '9 pm'],
  room: ['double room', 'single room', 'family room', 'twin room', 'suite', 'room with a balcony'],
  occasion: ['birthday', 'anniversary', 'wedding party', 'family reunion', 'business trip', 'honeymoon', 'graduation'],
  wish: ['a cot', 'a quiet corner', 'late check-in', 'a parking space', 'a vegetarian menu', 'a high chair'],
  place: ['station', 'airport', 'old town', 'harbour', 'museum', 'beach', 'motorway', 'lake'],
  thing: ['umbrella', 'charger', 'jacket', 'earring', 'book', 'wallet', 'scarf', 'camera'],
  dish: ['risotto', 'fish soup', 'apple cake', 'lamb', 'gnocchi', 'salad', 'breakfast buffet', 'tasting menu'],
  staff: ['waiter', 'receptionist', 'cook', 'gardener', 'housekeeper', 'manager'],
  casino: ['casino', 'jackpot', 'slots', 'roulette', 'poker', 'free spins'],
  coin: ['bitcoin', 'crypto', 'ethereum', 'trading robot', 'forex signals', 'token presale'],
  seo: ['backlinks', 'search rankings', 'guest posts', 'domain authority', 'organic traffic', 'keyword audit'],
  host: ['lucky-spins.example', 'best-pills.example', 'fast-coins.example', 'rank-first.example'],
};

const OPENING = ['{greeting},', '{greeting}!', '{greeting}, my name is {name} {surname}.', '{greeting}, {name} here.'];
const END = ['{closing}, {name}', '{closing}, {name} {surname}', '{closing}', '{name} {surname}'];

const BOOKING: Template = [
  OPENING,
  [
    'I would like to book a {room} from {date} to {date} {month}.',
    'Do you have a {room} free for {count} nights from {day} {date} {month}?',
    'Please reserve a {room} for {count} people, arriving on {date} {month} and leaving on {day}.',
    'Could we book a table for {count} on {day} at {hour}?',
    'We want to reserve a table for {count} persons on {date} {month}, around {hour}.',
    'Can you confirm a booking of {count} nights in a {room} in {month}?',
  ],
  [
    'It is for a {occasion}.',
    'We are celebrating a {occasion} with {count} guests.',
    'We are {count} adults and {count} children.',
    'If possible with {wish}.',
    'Please let me know the price including breakfast, and whether {wish} is available.',
  ],
  [
    'We arrive by car late on {day}.',
    'How do I pay the deposit?',
    'Please confirm the reservation by mail.',
    'My telephone number is in the form.',
    'We stayed with you in {month} and loved it.',
    'Should the dates be full, {day} would be fine as well.',
  ],
  END,
];

const QUESTIONS: readonly Template[] = [
  [
    OPENING,
    [
      'How far is it from the {place} to your house?',
      'Is there a bus from the {place}?',
      'Are dogs allowed, and what do they cost?',
      'Do you offer {dish} without gluten?',
      'What are your opening hours in {month}?',
      'Is the kitchen open on {day} after {hour}?',
    ],
    [
      'I could not find it on your website.',
      'The map shows something else.',
      'My mother has trouble walking.',
      'We travel with {count} bicycles.',
    ],
    END,
  ],
  [
    OPENING,
    [
      'I left my {thing} in the {room} last {day}.',
      'I think my {thing} is still in your restaurant, near the window.',
      'Somebody of our group lost a {thing} on {date} {month}.',
    ],
    ['Did anybody hand it in?', 'I would pay for the parcel.', 'Could the {staff} have a look, please?'],
    END,
  ],
  [
    OPENING,
    [
      'Unfortunately the {dish} was cold on {day}.',
      'The shower leaked and nobody came.',
      'The music went on until three in the morning.',
      'Your {staff} was rude to my father.',
    ],
    [
      'I expect part of the money back.',
      'This should not happen in a house like yours.',
      'I have kept the bill and pictures.',
    ],
    END,
  ],
  [
    OPENING,
    [
      'I need the invoice of our stay in {month} with our company’s address.',
      'The bill has the wrong amount for {dish}.',
      'Could you send the receipt of {date} {month} again?',
    ],
    [
      'Our accountant asks for it by {day}.',
      'The company is called {surname} and {surname}.',
      'The tax number is missing, too.',
    ],
    END,
  ],
];

const SPAM: readonly Template[] = [
  [
    ['Congratulations winner!', 'Dear player,', 'HOT OFFER!', 'Last chance!!!'],
    [
      'Claim your {casino} bonus today and play {casino} for free.',
      'You were selected for 200 {casino} at our new {casino}.',
      'Double your deposit at the {casino}, no card needed.',
    ],
    ['Payouts are instant.', 'Only 24 hours left!', 'Thousands of players win every day.'],
    ['https://{host}/bonus', 'Click here: http://www.{host}/?id=77', 'Register now at https://{host}'],
    [
      'All {casino} tables are open around the clock.',
      'New members get 100% on the first deposit.',
      'Withdraw winnings to any card within minutes.',
    ],
    [
      'Licensed and trusted by millions.',
      'Your personal code is LUCKY77.',
      'Do not miss the biggest jackpot of the season.',
    ],
  ],
  [
    ['Hi,', 'Dear website owner,', 'Hello business owner,', 'To whom it may concern,'],
    [
      'We increase your {seo} and get you on the first page of Google.',
      'Your website loses customers because of weak {seo}.',
      'We sell {seo} on 500 real sites from $49.',
    ],
    [
      'Our {seo} packages are guaranteed.',
      'CustomResponse for a free quote on {seo}.',
      'All techniques are safe and proven.',
    ],
    ['Visit https://{host}/seo', 'See our packages: https://{host}', 'www.{host}'],
    [
      'We checked your site and found many errors in the {seo}.',
      'Your competitors already use our {seo} service.',
      'Our team of experts works on {seo} every day.',
    ],
    [
      'We have ten years of experience and thousands of satisfied clients.',
      'Results are visible within weeks or you pay nothing.',
      'The first report about your {seo} costs nothing.',
    ],
  ],
  [
    ['Attention!', 'Make money from home!', 'Investors wanted,', 'Dear friend,'],
    [
      'Our {coin} earned members $5,000 in a week.',
      'Invest $250 in {coin} and watch it grow.',
      'Get early access to the {coin} before the price explodes.',
    ],
    ['No experience required.', 'Withdraw your profit at any time.', 'Limited seats for the webinar on {coin}.'],
    ['Join: https://{host}/invest', 'https://www.{host}/ref/9931', 'Sign up at http://{host} now!'],
    [
      'Our members earn passive income while they sleep.',
      'The {coin} doubles deposits every month.',
      'Experts call the {coin} the best investment of the decade.',
    ],
    [
      'A personal manager helps you with every step.',
      'Accounts are opened in three minutes.',
      'Banks do not want you to know this.',
    ],
  ],
];

function write(random: Random, template: Template): SubmissionData {
  const message = template
    .map((sentences) => random.pick(sentences).replaceAll(/\{(\w+)\}/g, (_, name) => random.pick(WORDS[name] ?? [])))
    .join(' ');
  const [name, surname] = [random.pick(WORDS.name ?? []), random.pick(WORDS.surname ?? [])];
  return { name: `${name} ${surname}`, email: `${name}.${surname}@mail.example`.toLowerCase(), message };
}

/** The share of bookings in a guest house's mail. */
const BOOKINGS = 0.3;

export const wantedText = (random: Random): SubmissionData =>
  write(random, random.chance(BOOKINGS) ? BOOKING : random.pick(QUESTIONS));
export const bookingText = (random: Random): SubmissionData => write(random, BOOKING);

/** Spam of about 45 words, or of about 20. */
export const spamText = (random: Random, isShort = false): SubmissionData => {
  const [greeting = [], pitch = [], more = [], link = [], ...further] = random.pick(SPAM);
  return write(random, isShort ? [greeting, pitch, more, link] : [greeting, pitch, more, ...further, link]);
};
export const inventedWords = (random: Random, count: number): string =>
  Array.from({ length: count }, () => inventedWord(random)).join(' ');
const inventedWord = (random: Random): string =>
  Array.from({ length: 4 + random.below(6) }, () => String.fromCharCode(97 + random.below(26))).join('');
