/**
 * Letters that look like a Latin letter and that NFKC leaves alone: each string starts with the Latin letter. Upper and
 * lower case are separate, because a pair can look like different letters (Greek Ν and ν are N and v). Based on
 * confusables.txt of Unicode Technical Standard 39: Cyrillic, Greek, Armenian, Cherokee, Coptic, Lisu, variants of
 * Latin, and the Canadian syllables that text generators use; plus lowercase Cyrillic and Greek letters that look like
 * a small capital (к, τ), and enclosed letters.
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

/** A to Z in circles, squares and as regional indicators; NFKC leaves them alone. */
const ENCLOSED_FROM = [0x1f150, 0x1f170, 0x1f1e6];

const enclosed = (letter: string, index: number): [string, string][] =>
  ENCLOSED_FROM.map((from) => [String.fromCodePoint(from + index), letter]);

export const LOOK_ALIKES: ReadonlyMap<string, string> = new Map([
  ...[...SMALL, ...CAPITALS].flatMap(([latin = '', ...others]) =>
    others.map((other): [string, string] => [other, latin]),
  ),
  ...[...'abcdefghijklmnopqrstuvwxyz'].flatMap(enclosed),
]);
