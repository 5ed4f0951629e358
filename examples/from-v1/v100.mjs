// The same as v1.mjs by REST v100: marks the accounts of a city as called, and prints them with the e-mail of their owner.
// HEADWATER_URL, HEADWATER_SPACE, HEADWATER_TOKEN and HEADWATER_PASSWORD name the space; CITY and MARK are the city and the mark.
const env = process.env;
const base = `${env.HEADWATER_URL ?? 'http://127.0.0.1:8080'}/api/v100/rest/spaces/${env.HEADWATER_SPACE ?? 'demo'}/entities`;
const authorization = `Basic ${btoa(`${env.HEADWATER_TOKEN}:${env.HEADWATER_PASSWORD}`)}`;

async function send(path, body) {
  const answer = await fetch(`${base}/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const read = await answer.json();
  if (!answer.ok) throw new Error(`${read.code}: ${read.message}`);
  return read;
}

// Nothing is escaped but for the address; the owner comes with its account, and pages go on after a cursor.
const city = encodeURIComponent(env.CITY ?? 'Raleigh');
const accounts = [];
for (let after = ''; after !== null; ) {
  const only = 'load-only=name,owner.email&expand=owner';
  const page = await send(
    `Accounts?filter[city]=${city}&order-by=name,id&${only}&first=10&after=${encodeURIComponent(after)}`,
  );
  accounts.push(...page.data);
  after = page.page_info.has_next_page ? page.page_info.end_cursor : null;
}

for (const { name, owner } of accounts) console.log(`${name} <${owner.email}>`);

const marked = accounts.map(({ id }) => ({ id, comments: env.MARK ?? 'called' }));
let count = 0;
while (marked.length > 0) count += (await send('Accounts/batch-modify', marked.splice(0, 1_000))).data.length;
console.log(`${count} marked`);
