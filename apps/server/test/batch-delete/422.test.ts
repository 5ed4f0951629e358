/**
 * Deletions of many of which some are rejected: all stay.
 */
import { expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';

const unknownId = '01a1fdea-10da-766f-926d-3bbd6b3a11b4';

onOneDatabase((running) => {
  it('names the items', async () => {
    const { space } = running;
    const contact = await space.newContact();
    const answer = await space.send('POST', 'Contacts/batch-delete', { body: [contact.id, unknownId, 5] });
    expect(answer.status).toBe(422);
    expect(answer.body).toStrictEqual({
      code: 40000,
      name: 'ERROR_ENTITY_VALIDATION',
      message: expect.stringMatching(/^\nThere is no Contact .*\nThe item must be /),
      http_status: 422,
      success: false,
      entity_id: unknownId,
      entity_name: 'Contact',
      entity_index: null,
      entity_errors: [
        { code: 9003, name: 'ERROR_RECORD_NOT_FOUND', message: expect.any(String), entity_index: 1 },
        { code: 117, name: 'ERROR_PARAMETER_INVALID', message: expect.any(String), entity_index: 2 },
      ],
      field_errors: [],
      step_checklist_errors: [],
    });
    expect(await space.get('Contacts', contact.id)).toEqual(contact);
  });

  it('what is protected', async () => {
    const { space } = running;
    const { baseCurrencyId, foreignCurrencyId } = space.ids;
    const body = [foreignCurrencyId, baseCurrencyId];
    const protectedOnes = (await space.list('Currencies', { 'filter[is_delete_protected]': true })).data;
    expect(protectedOnes.map(({ id }) => id)).toContain(baseCurrencyId);
    const answer = await space.send('POST', 'Currencies/batch-delete', { body });
    expect(answer.status).toBe(422);
    expect(answer.body.entity_errors).toContainEqual(expect.objectContaining({ code: 9008, entity_index: 1 }));
    expect((await space.get('Currencies', foreignCurrencyId)).is_deleted).toBe(false);
  });
});
