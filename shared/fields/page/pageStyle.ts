/** The site's colours, inlined so that the page stays small and loads nothing else. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;accent-color:var(--accent);--paper:#fbfaf7;--card:#fff;--ink:#1c211f;--soft:#56605c;--line:#dfdfd8;--field:#858f8a;--accent:#0b6b57;--on-accent:#fff;--wrong:#a3241c;--wrong-tint:#fbe9e7}
@media (prefers-color-scheme:dark){:root{--paper:#121614;--card:#1a201d;--ink:#e9eeeb;--soft:#a5b0ab;--line:#2e3733;--field:#74807a;--accent:#6fd8b8;--on-accent:#06251c;--wrong:#ff9d92;--wrong-tint:#3a1b18}}
*{box-sizing:border-box}
html{font:100%/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;background:var(--paper);color:var(--ink);text-size-adjust:100%}
body{margin:0}
main{max-inline-size:40rem;margin-inline:auto;padding:clamp(1.5rem,5vw,3rem) clamp(1.25rem,5vw,3rem)}
h1{margin:0;font-size:clamp(1.6rem,1.3rem + 1.6vw,2.2rem);line-height:1.2;text-wrap:balance}
p{margin:0}
main>p{margin-block-start:.75rem;color:var(--soft)}
.own{white-space:pre-line;overflow-wrap:anywhere}
form{display:grid;grid-template-columns:minmax(0,1fr);gap:1.4rem;margin-block-start:2rem}
.field{display:grid;grid-template-columns:minmax(0,1fr);gap:.35rem;min-inline-size:0;margin:0;padding:0;border:0}
.field>label,legend{padding:0;font-weight:600;overflow-wrap:anywhere}
.choices{display:grid;gap:.35rem}
legend+.choices{margin-block-start:.35rem}
.choices label{display:flex;gap:.6rem;align-items:baseline;font-weight:400}
.choices input{inline-size:1.1rem;block-size:1.1rem;flex:none;margin:0;translate:0 .15rem}
.choices label:has(>[type=checkbox]:required)::after{content:"*";color:var(--soft)}
input:not([type=checkbox],[type=radio],[type=range],[type=color],[type=file]),select,textarea{inline-size:100%;padding:.6rem .75rem;border:1px solid var(--field);border-radius:8px;background:var(--card);color:inherit;font:inherit}
textarea{min-block-size:8rem;resize:vertical}
input[type=file]{font:inherit;max-inline-size:100%}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.wrong{padding-inline-start:1rem;border-inline-start:4px solid var(--wrong)}
.wrong :is(input,select,textarea){border-color:var(--wrong)}
.error{color:var(--wrong);font-weight:600}
.hint{color:var(--soft);font-size:.92rem}
.required{color:var(--soft);font-weight:400}
button{justify-self:start;padding:.65rem 1.5rem;border:0;border-radius:10px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;cursor:pointer}
`;
