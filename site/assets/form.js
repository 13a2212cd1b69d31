// Shows a form page in the reader's language, with the form's website and a link back to it. Without the script, the page is in English
// with links to the other languages.

const languages = [...document.querySelectorAll('section')].map(({ lang }) => lang);

function findLanguage() {
  const preferred = [location.hash.slice(1), ...navigator.languages.map((tag) => tag.toLowerCase().split('-')[0])];
  return preferred.find((language) => languages.includes(language)) ?? languages[0];
}

function showLanguage() {
  const language = findLanguage();
  for (const section of document.querySelectorAll('section')) {
    section.hidden = section.lang !== language;
    if (section.hidden) continue;
    document.documentElement.lang = section.lang;
    document.documentElement.dir = section.dir;
    document.title = section.querySelector('h1').textContent;
  }
  for (const link of document.querySelectorAll('nav a')) {
    if (link.lang === language) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
}

// Switching the language adds no history entry, so that "back" still leads to the form.
function replaceLanguage(event) {
  event.preventDefault();
  location.replace(event.currentTarget.hash);
}

// A page opened by hand or in a new tab has no form to return to.
function offerWayBack() {
  const backs = document.querySelectorAll('.back');
  if (backs.length === 0 || document.referrer === '' || history.length < 2) return;
  document.querySelector('.whose bdi').textContent = new URL(document.referrer).host;
  for (const back of backs) {
    back.firstElementChild.addEventListener('click', () => history.back());
    back.hidden = false;
  }
}

showLanguage();
offerWayBack();
addEventListener('hashchange', showLanguage);
for (const link of document.querySelectorAll('nav a')) link.addEventListener('click', replaceLanguage);
