// Searches all pages in a dialog. Loads the script with the index when first opened.

{
  const open = document.querySelector('.find-open');
  const dialog = document.querySelector('.find');
  const input = dialog.querySelector('input');
  const found = dialog.querySelector('[role=status]');
  const results = dialog.querySelector('.results');
  let loading;
  let attempts = 0;

  // Browsers may keep a failed import: each attempt has another fragment.
  const load = () => {
    loading ??= import(`${open.dataset.script}#${++attempts}`).catch(() => {
      loading = undefined;
    });
    return loading;
  };

  const show = () => {
    load();
    if (!dialog.open) dialog.showModal();
    input.select();
  };

  const toResult = ({ url, page, section, heading, excerpt }) => {
    const item = document.createElement('li');
    const link = document.createElement('a');
    const title = document.createElement('strong');
    const place = document.createElement('span');
    const text = document.createElement('span');
    link.href = url;
    title.textContent = heading || page;
    place.textContent = heading ? `${section}: ${page}` : section;
    place.className = 'where';
    text.textContent = excerpt;
    text.className = 'excerpt';
    link.append(title, place, text);
    item.append(link);
    return item;
  };

  const search = async () => {
    const text = input.value.trim();
    const module = await load();
    if (!module) {
      found.textContent = 'The search could not be loaded. Check your connection.';
      return;
    }
    // The reader has typed on in the meantime.
    if (text !== input.value.trim()) return;
    const { count, results: best } = text === '' ? { count: 0, results: [] } : module.search(text);
    results.replaceChildren(...best.map(toResult));
    found.textContent =
      text === '' ? '' : `${count || 'Nothing'} found${count > best.length ? `, the best ${best.length}:` : ''}`;
  };

  // Arrow keys move from the field through the results and back.
  const move = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const stops = [input, ...results.querySelectorAll('a')];
    const position = stops.indexOf(document.activeElement);
    if (step === undefined || position < 0) return;
    event.preventDefault();
    stops[position + step]?.focus();
  };

  const openByKey = (event) => {
    const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isShortcut && !(isSlash && !event.target.closest('input, textarea'))) return;
    event.preventDefault();
    show();
  };

  open.hidden = false;
  open.addEventListener('click', show);
  input.addEventListener('input', search);
  dialog.addEventListener('keydown', move);
  dialog.querySelector('button').addEventListener('click', () => dialog.close());
  dialog.addEventListener('submit', (event) => {
    event.preventDefault();
    results.querySelector('a')?.click();
  });
  // A click outside the dialog closes it, and so does a link within this page.
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog || event.target.closest('a')) dialog.close();
  });
  document.addEventListener('keydown', openByKey);
}
