import { maximumFileBytes, maxFiles } from '@atrium/rules/attachment';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { invalidField, Refusal, TooLarge } from '../refusal.ts';
import type { FormPart } from './call.ts';

/** How many files a form may have, and how large each of them may be. */
export interface FormLimits {
  readonly files: number;
  readonly bytes: number;
}

export const attachmentLimits: FormLimits = { files: maxFiles, bytes: maximumFileBytes };

/** Lets routes registered on this instance accept multipart forms. */
export async function acceptForms(fastify: FastifyInstance, { files, bytes }: FormLimits): Promise<void> {
  await fastify.register(multipart, {
    limits: {
      files,
      fields: files,
      // No limit on the number of parts: the parser would leave a part beyond it without an error handler.
      parts: Infinity,
      // One byte over the limit, so that the storage layer notices.
      fileSize: bytes + 1,
      fieldSize: 16 * 1024,
      fieldNameSize: 100,
      headerPairs: 20,
    },
  });
}

/** The parts of a form in order, as they arrive. A malformed or truncated form is refused, wherever that shows. */
export async function* formParts(request: FastifyRequest, { files, bytes }: FormLimits): AsyncGenerator<FormPart> {
  if (!request.isMultipart()) throw invalidField('body', 'Send the files as multipart/form-data.');
  // All files of the maximum size, plus overhead.
  if (Number(request.headers['content-length'] ?? 0) > files * bytes + 1024 * 1024)
    throw new TooLarge('The form is too large.');
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') yield { kind: 'file', name: part.filename ?? '', content: contentOf(part.file) };
      else yield { kind: 'field', field: part.fieldname ?? '', text: textOf(part) };
    }
  } catch (error) {
    throw asRefusal(error);
  } finally {
    // The rest of a refused form is read and dropped, so that its sender receives the response.
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

/** Every parser error is the sender's fault; size and count limits have their own errors. */
function asRefusal(error: unknown): unknown {
  const { statusCode } = error as { statusCode?: unknown };
  if (error instanceof Refusal || statusCode === 400 || statusCode === 413) return error;
  return invalidField('body', 'The form is malformed or incomplete.');
}

function textOf({ value, valueTruncated, fieldname }: { value: unknown; valueTruncated: boolean; fieldname: string }) {
  if (valueTruncated) throw invalidField(fieldname, 'is too long');
  const text = typeof value === 'string' ? value : '';
  if (text.includes('\0')) throw invalidField(fieldname, 'The form contains a NUL character.');
  return text;
}
