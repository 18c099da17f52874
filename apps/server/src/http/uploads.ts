import { maximumFileBytes, maxFiles } from '@atrium/rules/attachment';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { invalidField, Refusal, TooLarge } from '../refusal.ts';
import type { FormPart } from './call.ts';

/** All files of the largest size, and room for what is around them. */
const maxBytes = maxFiles * maximumFileBytes + 1024 * 1024;

/** Lets routes registered on this instance take multipart forms. */
export async function acceptForms(fastify: FastifyInstance): Promise<void> {
  await fastify.register(multipart, {
    limits: {
      files: maxFiles,
      fields: maxFiles,
      // None for parts in general: the parser leaves a part beyond it without anyone who hears its error.
      parts: Infinity,
      // One byte over the limit, so that the storage layer notices.
      fileSize: maximumFileBytes + 1,
      fieldSize: 16 * 1024,
      fieldNameSize: 100,
      headerPairs: 20,
    },
  });
}

/** The parts of a form in their order, as they arrive. A form that is broken or cut off is refused, wherever that shows. */
export async function* formParts(request: FastifyRequest): AsyncGenerator<FormPart> {
  if (!request.isMultipart()) throw invalidField('body', 'Send the files as multipart/form-data.');
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new TooLarge('The form is too large.');
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') yield { kind: 'file', name: part.filename ?? '', content: contentOf(part.file) };
      else yield { kind: 'field', field: part.fieldname ?? '', text: textOf(part) };
    }
  } catch (error) {
    throw asRefusal(error);
  } finally {
    // The rest of a form that was refused is read and dropped, so that its sender hears the answer.
    request.raw.unpipe();
    request.raw.resume();
  }
}

async function* contentOf(file: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of file as AsyncIterable<Uint8Array>) yield chunk;
  } catch (error) {
    throw asRefusal(error);
  }
}

/** Whatever the parser complains about is the sender's doing; what is too large or too many it says itself. */
function asRefusal(error: unknown): unknown {
  const { statusCode } = error as { statusCode?: unknown };
  if (error instanceof Refusal || statusCode === 400 || statusCode === 413) return error;
  return invalidField('body', 'The form is broken or was cut off.');
}

function textOf({ value, valueTruncated, fieldname }: { value: unknown; valueTruncated: boolean; fieldname: string }) {
  if (valueTruncated) throw invalidField(fieldname, 'is too long');
  const text = typeof value === 'string' ? value : '';
  if (text.includes('\0')) throw invalidField(fieldname, 'The form contains a NUL character.');
  return text;
}
