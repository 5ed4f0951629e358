/**
 * Rejects questions about the schema whose answer would hold parts of it several times: each is megabytes long.
 */
import { errorByName } from '@headwater/catalog';
import { type ASTVisitor, type FieldNode, GraphQLError, type ValidationContext } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { introspectionLimits } from '../limits.js';

export function introspectionLimitsPlugin(): Plugin {
  return {
    onValidate({ addValidationRule }) {
      addValidationRule(introspectionLimitsRule);
    },
  };
}

/** Fields under one name are answered once, however often they are written: the names are counted. */
function introspectionLimitsRule(context: ValidationContext): ASTVisitor {
  const asked = { __schema: new Set<string>(), __type: new Set<string>() };
  let renamed = 0;
  const reject = (message: string, node: FieldNode) => {
    const { name, code } = errorByName('ERROR_PARAMETER_INVALID');
    context.reportError(new GraphQLError(message, { nodes: node, extensions: { code: name, number: code } }));
  };
  return {
    Field(node) {
      const { value: name } = node.name;
      const shown = node.alias?.value ?? name;
      if (name === '__schema' || name === '__type') {
        const limit = introspectionLimits[name];
        asked[name].add(shown);
        if (asked[name].size === limit + 1)
          reject(`An operation may ask for "${name}" ${limit === 1 ? 'once' : `${limit} times`} only.`, node);
      } else if (shown !== name && context.getParentType()?.name.startsWith('__')) {
        if (node.selectionSet !== undefined) reject(`"${name}" of the schema cannot have an alias.`, node);
        else if (++renamed === introspectionLimits.aliases + 1) {
          reject(`Members of the schema can have ${introspectionLimits.aliases} aliases at most.`, node);
        }
      }
    },
  };
}
