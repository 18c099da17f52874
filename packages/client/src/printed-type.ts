import * as z from 'zod/mini';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A schema of the contract as the text of a TypeScript type. */
export function printedType(schema: z.ZodMiniType, io: 'input' | 'output'): string {
  return print(z.toJSONSchema(schema, { io, unrepresentable: 'any' }), 1);
}

function print(schema: JsonSchema | boolean, depth: number): string {
  if (typeof schema === 'boolean') return 'unknown';
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return [...new Set(alternatives.map((each) => inParentheses(print(each, depth))))].join(' | ');
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => print({ ...schema, type }, depth)).join(' | ');
  }
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return `${inParentheses(print(itemsOf(schema), depth))}[]`;
    case 'object':
      return printObject(schema, depth);
    case undefined:
      return 'unknown';
    default:
      throw new Error(`The type ${String(schema.type)} cannot be printed.`);
  }
}

function itemsOf({ items }: JsonSchema): JsonSchema | boolean {
  return items === undefined || Array.isArray(items) ? true : items;
}

function printObject({ properties, required = [], additionalProperties }: JsonSchema, depth: number): string {
  const fields = Object.entries(properties ?? {});
  if (fields.length === 0) {
    const isRecord = typeof additionalProperties === 'object';
    return isRecord ? `Record<string, ${print(additionalProperties, depth)}>` : 'Record<string, unknown>';
  }
  const indent = '  '.repeat(depth);
  const lines = fields.map(([name, field]) => {
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    return `${indent}  ${key}${required.includes(name) ? '' : '?'}: ${print(field, depth + 1)};`;
  });
  const named = `{\n${lines.join('\n')}\n${indent}}`;
  if (typeof additionalProperties !== 'object') return named;
  return `(${named} & Record<string, ${print(additionalProperties, depth)}>)`;
}

function inParentheses(type: string): string {
  return / [|&] /.test(type) && !type.startsWith('{') ? `(${type})` : type;
}
