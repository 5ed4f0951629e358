/**
 * Rejects documents that are too deep, too long or too repetitive, before anything of them runs.
 */
import { EnvelopArmorPlugin } from '@escape.tech/graphql-armor';
import { errorByName } from '@headwater/catalog';
import { GraphQLError, type ValidationContext } from 'graphql';
import { documentLimits } from '../limits.js';

/** Reported beside other errors of the document, with a code, in place of the library's "Syntax Error" alone. */
const asValidationError = {
  propagateOnRejection: false,
  onReject: [
    (context: ValidationContext | null, error: GraphQLError) => {
      const { name, code } = errorByName('ERROR_PARAMETER_INVALID');
      const message = error.message.replace(/^Syntax Error: /, '');
      context?.reportError(new GraphQLError(message, { extensions: { code: name, number: code } }));
    },
  ],
};

export function documentLimitsPlugin(): ReturnType<typeof EnvelopArmorPlugin> {
  return EnvelopArmorPlugin({
    maxDepth: { n: documentLimits.depth, flattenFragments: true, ...asValidationError },
    maxAliases: { n: documentLimits.aliases, ...asValidationError },
    maxDirectives: { n: documentLimits.directives, ...asValidationError },
    maxTokens: { n: documentLimits.tokens },
    // Its cost knows neither variables nor default page sizes; operations are bounded by the records they ask for instead.
    costLimit: { enabled: false },
    // The schema is public, so a hint at the name that was meant gives nothing away.
    blockFieldSuggestion: { enabled: false },
  });
}
