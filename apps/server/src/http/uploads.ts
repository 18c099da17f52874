import { maximumFileBytes, mostFiles } from '@atrium/rules/attachment';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidField } from '../refusal.ts';
import type { FormPart } from './call.ts';

/** Lets routes registered on this instance take multipart forms. */
export async function acceptForms(fastify: FastifyInstance): Promise<void> {
  await fastify.register(multipart, {
    limits: {
      files: mostFiles,
      fields: mostFiles,
      parts: 2 * mostFiles,
      // One byte more than may be kept, so that whoever keeps it notices.
      fileSize: maximumFileBytes + 1,
      fieldSize: 16 * 1024,
      fieldNameSize: 100,
      headerPairs: 20,
    },
  });
}

/** The parts of a form in their order, as they arrive. */
export async function* formParts(request: FastifyRequest): AsyncGenerator<FormPart> {
  if (!request.isMultipart()) throw invalidField('body', 'Send the files as multipart/form-data.');
  for await (const part of request.parts()) {
    if (part.type === 'file') yield { kind: 'file', name: part.filename, content: part.file };
    else yield { kind: 'field', field: part.fieldname, text: textOf(part) };
  }
}

function textOf({ value, valueTruncated, fieldname }: { value: unknown; valueTruncated: boolean; fieldname: string }) {
  if (valueTruncated) throw invalidField(fieldname, 'is too long');
  const text = typeof value === 'string' ? value : '';
  if (text.includes('\0')) throw invalidField(fieldname, 'The form contains a character that cannot be stored (NUL).');
  return text;
}
