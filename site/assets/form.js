// Shows a form page in the reader's language and offers the way back to the form.
// The page is whole in English without it.

function findTranslation() {
  for (const tag of navigator.languages) {
    const language = tag.toLowerCase().split('-')[0];
    if (language === 'en') return null;
    const template = document.querySelector(`template[lang="${CSS.escape(language)}"]`);
    if (template) return template;
  }
  return null;
}

function show(template) {
  document.getElementById('message').replaceChildren(template.content);
  document.documentElement.lang = template.lang;
  document.documentElement.dir = template.dir;
  document.title = document.querySelector('h1').textContent;
}

// A page that was opened by hand or in a new tab has no form to go back to.
function offerWayBack() {
  if (document.referrer === '' || history.length < 2) return;
  const back = document.getElementById('back');
  back.addEventListener('click', () => history.back());
  back.hidden = false;
}

const translation = findTranslation();
if (translation) show(translation);
offerWayBack();
