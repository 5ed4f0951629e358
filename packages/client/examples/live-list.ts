/** A list that is shown again whenever it has changed, until nobody wants it any more. */
import { client } from './client.js';

export async function showPeopleOf(city: string, signal: AbortSignal): Promise<void> {
  const people = client.contacts.live({ where: { city }, orderBy: ['last_name'], only: ['formatted_name'], signal });
  try {
    for await (const list of people) console.log(list.map((contact) => contact.formatted_name).join(', '));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
