// The reference in a browser: signing in to a space, and the search. Without it the pages can be read all the same.
import { addCopyButtons } from '/site/copy.js';

const find = (selector) => document.querySelector(selector);
const main = find('#main');

// Signing in. The tab keeps the credentials until it is closed, and sends them to this server only.

const storedAs = 'headwater-space';

function signedIn() {
  const stored = sessionStorage.getItem(storedAs);
  return stored === null ? undefined : JSON.parse(stored);
}

function ask(address, { token, password }, init = {}) {
  const bytes = new TextEncoder().encode(`${token}:${password}`);
  const authorization = `Basic ${btoa(String.fromCharCode(...bytes))}`;
  // Without the browser's own credentials, so that it asks for none either.
  return fetch(address, { ...init, credentials: 'omit', headers: { ...init.headers, authorization } });
}

/** Of this page, below what the space answers; undefined where a space adds nothing. */
function spacePage({ space }) {
  const [, , name = ''] = location.pathname.split('/');
  if (name === 'parameters' || name === 'errors') return undefined;
  return `/docs/spaces/${encodeURIComponent(space)}/pages${name === '' ? '' : `/${name}`}`;
}

/** @returns what is wrong; undefined where nothing is */
async function showSpace(account) {
  showAccount(account);
  const address = spacePage(account);
  if (address === undefined) return undefined;
  const answer = await ask(address, account);
  if (!answer.ok) return (await answer.json().catch(() => ({}))).message ?? `The server answered ${answer.status}.`;
  main.innerHTML = await answer.text();
  fillSecrets(account);
  addCopyButtons(main);
  addSendButtons(account);
  find(
    location.hash === '' ? '#nothing' : `#${CSS.escape(decodeURIComponent(location.hash.slice(1)))}`,
  )?.scrollIntoView();
  return undefined;
}

function showAccount(account) {
  find('#account summary').textContent = account === undefined ? 'Sign in' : `Space ${account.space}`;
  find('#sign-in').hidden = account !== undefined;
  find('#sign-out').hidden = account === undefined;
}

function fillSecrets({ token, password }) {
  const texts = {
    shell: `'${`${token}:${password}`.replaceAll("'", "'\\''")}'`,
    token: JSON.stringify(token),
    password: JSON.stringify(password),
  };
  for (const element of main.querySelectorAll('[data-secret]')) element.textContent = texts[element.dataset.secret];
}

find('#sign-in').addEventListener('submit', async (event) => {
  event.preventDefault();
  const account = Object.fromEntries(new FormData(event.target));
  const check = await ask(`/docs/spaces/${encodeURIComponent(account.space)}/search.json`, account);
  const problem = check.ok
    ? undefined
    : ((await check.json().catch(() => ({}))).message ?? `The server answered ${check.status}.`);
  find('#sign-in-problem').textContent = problem ?? '';
  if (problem !== undefined) return;
  sessionStorage.setItem(storedAs, JSON.stringify(account));
  event.target.reset();
  find('#account').open = false;
  find('#account summary').focus();
  await showSpace(account);
});

find('#sign-out').addEventListener('click', () => {
  sessionStorage.removeItem(storedAs);
  location.reload();
});

// Sending the request of an example.

function addSendButtons(account) {
  for (const examples of main.querySelectorAll('.examples[data-method]')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Send';
    const answer = document.createElement('pre');
    answer.hidden = true;
    answer.tabIndex = 0;
    answer.setAttribute('aria-live', 'polite');
    answer.setAttribute('aria-label', 'Answer');
    button.addEventListener('click', async () => {
      button.disabled = true;
      answer.textContent = await send(examples.dataset, account).catch((error) => String(error));
      answer.hidden = false;
      button.disabled = false;
    });
    examples.append(button, answer);
  }
}

const longestAnswer = 20_000;

async function send({ method, address, body }, account) {
  const { pathname, search } = new URL(address);
  const isJson = method !== 'GET' && method !== 'DELETE';
  const answer = await ask(`${pathname}${search}`, account, {
    method,
    ...(isJson && { headers: { 'content-type': 'application/json' } }),
    ...(body !== '' && { body }),
  });
  const text = await answer.text();
  return `${answer.status} ${answer.statusText}\n${indented(text).slice(0, longestAnswer)}`;
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

// The search: the index is made by the server and loaded when somebody first types.

const words = find('#search input');
const found = find('#found');
const mostFound = 15;
let index;

async function loadIndex() {
  const [{ default: MiniSearch }, text] = await Promise.all([
    import('/docs/minisearch.js'),
    fetch('/docs/search.json').then((answer) => answer.text()),
  ]);
  const made = MiniSearch.loadJSON(text, { fields: ['title', 'text'], storeFields: ['title', 'where'] });
  const account = signedIn();
  if (account !== undefined) {
    const own = await ask(`/docs/spaces/${encodeURIComponent(account.space)}/search.json`, account);
    if (own.ok) made.addAll(await own.json());
  }
  return made;
}

async function search() {
  index ??= loadIndex();
  const made = await index;
  const hits = made
    .search(words.value, { prefix: true, fuzzy: 0.15, boost: { title: 3 }, combineWith: 'AND' })
    .slice(0, mostFound);
  found.replaceChildren(
    ...(words.value.trim() === '' ? [] : hits.length === 0 ? ['Nothing was found.'] : hits.map(hitLink)),
  );
  found.hidden = words.value.trim() === '';
}

function hitLink({ id, title, where }) {
  const link = document.createElement('a');
  link.href = id;
  const kind = document.createElement('small');
  kind.textContent = where;
  link.append(title, ' ', kind);
  return link;
}

words.addEventListener('input', () => void search());
words.addEventListener('keydown', ({ key }) => {
  if (key === 'ArrowDown') found.querySelector('a')?.focus();
});
find('#search').addEventListener('submit', (event) => {
  event.preventDefault();
  found.querySelector('a')?.click();
});
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && !found.hidden) {
    found.hidden = true;
    words.focus();
  }
});
found.addEventListener('keydown', (event) => {
  const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  (document.activeElement[step] ?? words).focus();
});
found.addEventListener('click', () => {
  found.hidden = true;
});

const account = signedIn();
if (account !== undefined) {
  const problem = await showSpace(account);
  if (problem !== undefined) find('#sign-in-problem').textContent = problem;
}
document.documentElement.dataset.ready = 'true';
