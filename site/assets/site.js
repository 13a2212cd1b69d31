// Adds to each box of code a button that copies it, and keeps boxes that need no scrolling out of the tab order.

const said = document.createElement('p');
said.className = 'said';
said.setAttribute('role', 'status');

function addCopyButton(figure) {
  const button = document.createElement('button');
  const caption = figure.querySelector('figcaption');
  button.type = 'button';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', `Copy ${caption.textContent}`);
  button.addEventListener('click', () => copy(figure.querySelector('code').textContent, button));
  caption.after(button);
}

async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
    said.textContent = button.textContent = 'Copied';
  } catch {
    said.textContent = button.textContent = 'Not copied';
  }
  setTimeout(() => {
    button.textContent = 'Copy';
    said.textContent = '';
  }, 2000);
}

const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) target.tabIndex = target.scrollWidth > target.clientWidth ? 0 : -1;
});

// Examples that load a file from this site name it by a placeholder: only the browser knows where the site is.
function nameSite(code) {
  for (const node of [code, ...code.querySelectorAll('*')].flatMap(({ childNodes }) => [...childNodes]))
    if (node instanceof Text) node.data = node.data.replaceAll('https://YOUR-SITE/', `${location.origin}/`);
}

for (const figure of document.querySelectorAll('figure.code')) {
  nameSite(figure.querySelector('code'));
  // Pages without https have no clipboard.
  if (navigator.clipboard) addCopyButton(figure);
  sizes.observe(figure.querySelector('pre'));
}
document.body.append(said);
