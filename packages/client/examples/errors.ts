/** What can go wrong, and how to detect it. */
import { AuthenticationError, NotFoundError, TimeoutError, ValidationError } from '@headwater/client';
import { client } from './client-with-paths.js';

try {
  await client.contacts.create({ owner_id: '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a20', first_name: 'Grace' });
} catch (error) {
  if (!(error instanceof ValidationError)) throw error;
  for (const { fieldName, message } of error.leaves) console.log(`${fieldName ?? error.entityName}: ${message}`);
}

const id = '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a11';
try {
  const contact = await client.contacts.get(id);
  console.log(contact.formatted_name);
} catch (error) {
  if (error instanceof NotFoundError) console.log('there is no such contact');
  else if (error instanceof AuthenticationError) console.log('check the token and the password');
  else if (error instanceof TimeoutError) console.log(`no answer within ${error.timeoutMs} ms`);
  else throw error;
}

// Without unwrap(), what the server answers is a result, and only what it does not answer is thrown.
const { data, error, response } = await client.GET('/entities/Contacts/{id}', { params: { path: { id } } });
if (error) console.log(`status ${response.status}: ${error.message}`);
else console.log(data.data.formatted_name);
