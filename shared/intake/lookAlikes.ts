/**
 * Letters that look like a Latin one and that NFKC leaves alone: each string begins with the Latin letter. Capitals and
 * small letters stand apart, because the two of a pair can look like different letters (Greek Ν and ν are N and v).
 * After confusables.txt of Unicode Technical Standard 39, Cyrillic, Greek, Armenian, Cherokee, Coptic, Lisu, the Latin
 * alphabet's own variants, and the Canadian syllables that text generators use; small Cyrillic and Greek letters that look
 * like a small capital (к, τ) and the enclosed letters are added.
 */
const SMALL = [
  'aаαɑᴀ',
  'bвьѣҍβʙɓƀƃᏏᖯᑲ',
  'cсҫςᴄⲥꮯƈȼ',
  'dԁᴅɗɖđᏧᑯꓒ',
  'eеҽҿєεᴇɛɇ',
  'fքꜰƒꞙẝ',
  'gցɡɢɠǥᶃ',
  'hһћнհʜɦħᏂ',
  'iіꙇιıɪɩɨꭵꓲᎥ',
  'jјյϳᴊʝɉ',
  'kкқҝҟκᴋƙⲕ',
  'lӏʟɫɭƚł',
  'mмᴍɱ',
  'nηոռɴɲɳƞ',
  'oоөѳοσօᴏɵøⲟჿꮎꮻꭴ',
  'pрρᴘƥⲣᵽ',
  'qԛզʠꞯ',
  'rгґғʀɼɽɾᴦⲅꮁꭇꭈ',
  'sѕʂꜱꮪƽ',
  'tтτᴛƭʈŧ',
  'uυսʋᴜʉꮜ',
  'vѵνᴠʌꮩ',
  'wԝѡѿɯաωᴡꮃ',
  'xхҳχⲭ',
  'yуүұγʏƴɏყɣ',
  'zᴢʐƶꮓ',
];
const CAPITALS = [
  'AАΑᎪꓮᗅᗩ',
  'BВЬѢҌΒꞴƁɃᏴꓐᗷ',
  'CСҪΣⲤᏟꓚᑕƇȻ',
  'DᎠꓓᗞᗪĐÐƉƊ',
  'EЕЄΕᎬꓰɆ',
  'FϜꓝᖴꞘƑ',
  'GԌᏀᏳꓖǤƓ',
  'HНҢӉӇΗᎻꓧᕼⲎĦⱧ',
  'IІӀΙƗⲒ',
  'JЈͿᎫꓙᒍɈꞲ',
  'KКҚҞΚᏦꓗⲔᛕƘⱩꝀ',
  'LԼᏞꓡᒪⳐŁȽ',
  'MМӍΜϺᎷꓟᗰⲘ',
  'NΝꓠᑎⲚƝ',
  'OОӨѲΟΘՕᎾᏫꓳⲞØƟꝊ',
  'PРΡᏢꓑᑭⲢƤ',
  'QԚᑫ',
  'RᎡᏒꓣᖇƦɌ',
  'SЅՏᏕᏚꓢᔕ',
  'TТҬΤᎢꓔⲦŦƬƮȾ',
  'UՍꓴᑌᏌɄ',
  'VѴᏙꓦᐯ',
  'WԜѠᎳᏔꓪᗯ',
  'XХҲΧꓫⲬ᙭Ꭓ',
  'YУҮҰΥᎩᎽꓬⲨƳɎ',
  'ZΖᏃꓜᘔƵȤ',
];

/** Alphabets from A to Z whose letters are drawn in a circle, a square or as a part of a flag; NFKC leaves them alone. */
const ENCLOSED_FROM = [0x1f150, 0x1f170, 0x1f1e6];

const enclosed = (letter: string, index: number): [string, string][] =>
  ENCLOSED_FROM.map((from) => [String.fromCodePoint(from + index), letter]);

/** The Latin letter that a letter looks like. */
export const LOOK_ALIKES: ReadonlyMap<string, string> = new Map([
  ...[...SMALL, ...CAPITALS].flatMap(([latin = '', ...others]) =>
    others.map((other): [string, string] => [other, latin]),
  ),
  ...[...'abcdefghijklmnopqrstuvwxyz'].flatMap(enclosed),
]);
