// Extensions > Apps Script of a Google spreadsheet. Deploy it as a web app that runs as you and that anyone can call.
// Its URL is a secret.
const COLUMNS_MAX = 100;

function doPost(request) {
  const { type, id, submitted, fields } = JSON.parse(
    request.postData.contents,
  );
  if (type !== 'submission.created' && type !== 'webhook.test')
    return ContentService.createTextOutput('ignored');
  const lock = LockService.getScriptLock();
  lock.waitLock(10_000);
  try {
    const sheet = SpreadsheetApp.getActive().getSheets()[0];
    // The same submission can arrive more than once.
    if (id && sheet.createTextFinder(id).matchEntireCell(true).findNext())
      return ContentService.createTextOutput('known');
    addRow(sheet, { id: id || 'test', submitted }, fields);
    return ContentService.createTextOutput('added');
  } finally {
    lock.releaseLock();
  }
}

// The first row has field names. New fields get a column while there is room: senders may invent names.
function addRow(sheet, own, fields) {
  const columns = Math.max(1, sheet.getLastColumn());
  const [first] = sheet.getRange(1, 1, 1, columns).getValues();
  const names = [
    ...new Set([...Object.keys(own), ...first.filter(Boolean).map(String)]),
  ];
  const more = {};
  for (const name of Object.keys(fields))
    if (!names.includes(name)) {
      if (names.length < COLUMNS_MAX - 1) names.push(name);
      else more[name] = fields[name];
    }
  const values = { ...fields, ...own };
  if (Object.keys(more).length > 0) {
    if (!names.includes('more')) names.push('more');
    values.more = JSON.stringify(more);
  }
  sheet.getRange(1, 1, 1, names.length).setValues([names.map(cell)]);
  sheet.appendRow(
    names.map((name) =>
      Object.hasOwn(values, name) ? cell(values[name]) : '',
    ),
  );
}

// With an apostrophe, a text stays as it is: it is no formula, date or number.
function cell(value) {
  return typeof value === 'string' ? `'${value}` : value;
}
