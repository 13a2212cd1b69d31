// Adds copy buttons, remembers the language of tabs, and highlights the current heading.

/** Browsers may refuse access to storage. */
function stored(act) {
  try {
    return act();
  } catch {
    return null;
  }
}

{
  const said = document.createElement('p');
  said.className = 'said';
  said.setAttribute('role', 'status');

  const addCopyButton = (figure) => {
    const button = document.createElement('button');
    const caption = figure.querySelector('figcaption');
    button.type = 'button';
    button.textContent = 'Copy';
    button.setAttribute('aria-label', `Copy ${caption.textContent}`);
    button.addEventListener('click', () => copy(figure.querySelector('code').textContent, button));
    caption.after(button);
  };

  const copy = async (text, button) => {
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
  };

  // Only boxes that scroll are tab stops.
  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) target.tabIndex = target.scrollWidth > target.clientWidth ? 0 : -1;
  });
  for (const figure of document.querySelectorAll('figure.code:has(pre)')) {
    // The clipboard needs https.
    if (navigator.clipboard) addCopyButton(figure);
    sizes.observe(figure.querySelector('pre'));
  }
  document.body.append(said);
}

{
  const KEY = 'code-language';
  const radios = [...document.querySelectorAll('.tabs input')];
  const choose = (language) => {
    for (const radio of radios) if (radio.value === language) radio.checked = true;
  };
  choose(stored(() => localStorage.getItem(KEY)));
  document.addEventListener('change', ({ target }) => {
    if (!radios.includes(target)) return;
    // Keeps the used box in place while the boxes above it change height.
    const top = target.getBoundingClientRect().top;
    choose(target.value);
    scrollBy({ top: target.getBoundingClientRect().top - top, behavior: 'instant' });
    stored(() => localStorage.setItem(KEY, target.value));
  });
}

{
  const links = [...document.querySelectorAll('.on-page a')];
  const headings = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  const inView = new Set();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) inView[isIntersecting ? 'add' : 'delete'](target);
      const current = headings.findIndex((heading) => inView.has(heading));
      if (current < 0) return;
      links.forEach((link, place) => {
        if (place === current) link.setAttribute('aria-current', 'true');
        else link.removeAttribute('aria-current');
      });
    },
    { rootMargin: '0px 0px -65% 0px' },
  );
  for (const heading of headings) observer.observe(heading);
}

{
  const contents = document.getElementById('contents');
  const current = contents?.querySelector('[aria-current]');
  // Scrolls only the contents: scrollIntoView would scroll the page, too.
  if (current) contents.scrollTop = current.offsetTop - contents.clientHeight / 2;
  contents?.addEventListener('click', ({ target }) => {
    if (target.closest('a') && contents.matches(':popover-open')) contents.hidePopover();
  });
}
