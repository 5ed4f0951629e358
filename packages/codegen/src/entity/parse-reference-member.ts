/**
 * A to-one relation: written once as `<name>_id` with `x-relation`, it becomes the id member and its link members.
 * `x-relation: Client` makes one link named without `_id`; `x-relation: {oppty: Opportunity}` names each link itself.
 */
import { isJsonObject } from '@headwater/contract';
import type { SpecNode } from '../spec/spec-node.js';
import type { MemberBase, ReferenceMember } from './entity-model.js';
import { parseV1Name } from './v1-name.js';

export function parseReferenceMember(base: MemberBase, node: SpecNode): ReferenceMember {
  const hasIdMember = node.find('x-id-member')?.asBoolean() ?? true;
  if (hasIdMember !== base.name.endsWith('_id')) node.fail('a relation with an id member, and only such, ends in _id');
  const relation = node.get('x-relation');
  const links = isJsonObject(relation.value)
    ? relation.keys().map((name) => ({ name, target: relation.get(name).asString() }))
    : [{ name: base.name.replace(/_id$/, ''), target: relation.asString() }];
  const hasLinks = node.find('x-link')?.asBoolean() ?? true;
  if (!hasLinks && !hasIdMember) node.fail('a relation needs an id member or a link');
  return {
    ...base,
    kind: 'reference',
    v1Name: hasIdMember ? parseV1Name(base.name, node) : null,
    hasIdMember,
    links: hasLinks ? links : [],
    targets: links.map((link) => link.target),
    ...parseDataSet(node),
    ...(node.find('x-hierarchy')?.asBoolean() && { hierarchy: true }),
  };
}

/** The set that an option is chosen from, by its id, which is the same in every space. */
function parseDataSet(node: SpecNode): Pick<ReferenceMember, 'dataSet'> {
  const dataSet = node.find('x-data-set');
  if (!dataSet) return {};
  if (node.get('x-relation').value !== 'Data') dataSet.fail('only a relation to Data chooses from a set');
  const id = dataSet.asString();
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
    ? { dataSet: id }
    : dataSet.fail('must be the id of a set');
}
