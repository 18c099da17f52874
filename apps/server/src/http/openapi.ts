import type { Access } from '@atrium/contract/access';
import type { Endpoint } from '@atrium/contract/endpoint';
import { errorReply } from '@atrium/contract/envelope';
import { mainProduct, version } from '@atrium/contract/product';
import * as z from 'zod/mini';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The catalogue as an OpenAPI 3.1 document. Aliases are named in the description of the call they belong to. */
export function describeApi(catalogue: readonly Endpoint[], cookieName: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of catalogue) {
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${mainProduct.name} API`,
      version,
      description:
        'Lists answer bare arrays with their total in `X-Total-Count`. Refusals carry `code`, `message` and `details`. ' +
        'Instants are UTC in ISO 8601; days are days of the location.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(catalogue.map(({ area }) => area))].map((name) => ({ name, 'x-displayName': inWords(name) })),
    paths,
    components: {
      schemas: { Refusal: schemaOf(errorReply, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieName } },
    },
  };
}

function operation(endpoint: Endpoint) {
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    description: [whoMay(endpoint.access), ...(endpoint.aliases ?? []).map((alias) => `Also under \`${alias}\`.`)].join(
      ' ',
    ),
    tags: [endpoint.area],
    security: endpoint.access.kind === 'session' ? [{ session: [] }] : [],
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(endpoint.body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } } },
    }),
    ...(endpoint.multipart && {
      requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } },
    }),
    responses: {
      200: {
        description: 'Success',
        ...(endpoint.list && {
          headers: { 'X-Total-Count': { description: 'Rows in all', schema: { type: 'integer' } } },
        }),
        content: {
          [endpoint.plainText ? 'text/plain' : 'application/json']: { schema: schemaOf(endpoint.reply, 'output') },
        },
      },
      default: {
        description: 'Refused; the code and the sentence say why',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    },
  };
}

const form = {
  type: 'object',
  properties: {
    file: { type: 'array', items: { type: 'string', format: 'binary' } },
    notes: { type: 'array', items: { type: 'string' } },
  },
};

function parameters(schema: z.ZodMiniType | undefined, place: 'path' | 'query') {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }));
}

function inWords(area: string): string {
  return area.charAt(0).toUpperCase() + area.slice(1).replaceAll('-', ' ');
}

function whoMay(access: Access): string {
  if (access.kind === 'public') return 'Nobody needs to be signed in.';
  if (access.kind === 'push-key') return 'With a push key in the path.';
  const roles = access.roles ? `For ${access.roles.join(', ')}.` : 'For everybody who is signed in.';
  const organization = organizationInWords[access.organization];
  const needed = [access.capability ?? []].flat().map((capability) => `\`${capability}\``);
  const capability = needed.length > 0 ? ` The organization needs ${needed.join(' or ')}.` : '';
  return roles + organization + capability;
}

const organizationInWords = {
  bound: ' Staff name the organization with `orgId`, where it is not in the address.',
  open: ' Staff may name an organization with `orgId`; without it they mean all of them.',
  none: '',
};

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: simplify });
  return described;
}

/** What the format says needs no pattern, and a number in a query is a number although it comes as text. */
function simplify({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  const [first, second] = jsonSchema.anyOf ?? [];
  if (typeof first === 'object' && typeof second === 'object' && first.type === 'number' && second.type === 'string') {
    delete jsonSchema.anyOf;
    Object.assign(jsonSchema, { type: 'integer', minimum: 0 });
  }
}
