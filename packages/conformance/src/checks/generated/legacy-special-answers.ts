/**
 * The operations of REST v1 that belong to no entity type, each carried out once.
 */
import { toLegacyId } from '../../api/legacy-id.js';
import { idOf } from '../../api/record.js';
import type { CheckContext } from '../../check-context.js';
import type { Answer } from '../../http/answer.js';

type Ask = (context: CheckContext) => Promise<Answer>;

const read =
  (path: string): Ask =>
  ({ legacy }) =>
    legacy.send('GET', path);

/** Answers by operation id. */
export const legacySpecialAnswers: Readonly<Record<string, Ask>> = {
  listCollections: read(''),
  getEntityPublic: read('/entityPublic'),
  getFields: read('/getFields/Account'),
  getErrorCodes: read('/errorCodes'),
  getTeamPipelineUrl: read('/teamPipelineUrl'),
  getTeamPipelineVersion: read('/teamPipelineVersion'),
  getServerUtcDateTime: read('/serverAPIUtcDateTime'),
  setEntities: async ({ legacy, fixtures }) => {
    const ID = toLegacyId(idOf(await fixtures.create('Account')));
    const query = { entityName: 'Account', flag: 8 };
    return await legacy.send('POST', '/setEntities', { query, body: [{ ID, CITY: 'Graz' }, { ID: 'none' }] });
  },
  deleteEntities: async ({ legacy, fixtures }) => {
    const id = toLegacyId(idOf(await fixtures.create('Account')));
    return await legacy.send('POST', '/deleteEntities', {
      query: { entityName: 'Account', flag: 1 },
      body: [id, 'none'],
    });
  },
  search: async ({ legacy, fixtures }) => {
    await fixtures.create('Account');
    return await legacy.send('POST', '/search/Accounts', { body: { limit: 1 } });
  },
};
