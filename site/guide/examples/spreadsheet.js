// Extensions > Apps Script of a Google spreadsheet. Deploy it as a web app
// that runs as you and that anyone may call. Its address is a secret.
function doPost(request) {
  const { id, fields } = JSON.parse(request.postData.contents);
  const lock = LockService.getScriptLock();
  lock.waitLock(10_000);
  try {
    const sheet = SpreadsheetApp.getActive().getSheets()[0];
    const rows = sheet.getDataRange().getValues();
    if (rows.some(([known]) => known === id))
      return ContentService.createTextOutput('known');
    // The first row has the names of fields; new ones get a column.
    const names = [
      ...new Set([
        'id',
        ...rows[0].filter(Boolean),
        ...Object.keys(fields),
      ]),
    ];
    sheet.getRange(1, 1, 1, names.length).setValues([names]);
    sheet.appendRow(
      names.map((name) => cell(name === 'id' ? id : fields[name])),
    );
    return ContentService.createTextOutput('added');
  } finally {
    lock.releaseLock();
  }
}

/** Text that no spreadsheet takes for a formula. */
function cell(value = '') {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
