import type { Attributes, SFTPWrapper } from 'ssh2';
import { type Folder, folders, isUnfinishedName, pathOf, type Place, placeAt } from './places.ts';
import { type Entry, type Shelf, ShelfFull, type Upload } from './shelf.ts';

/** Of the protocol, version 3: draft-ietf-secsh-filexfer-02, sections 6.3 and 7. */
const modes = { WRITE: 2, APPEND: 4, CREAT: 8, TRUNC: 16, EXCL: 32 } as const;
const codes = { OK: 0, EOF: 1, NO_SUCH_FILE: 2, PERMISSION_DENIED: 3, FAILURE: 4, OP_UNSUPPORTED: 8 } as const;

export interface SessionOptions {
  readonly shelf: Shelf;
  /** Whether the organization may still send files; asked before each request but those that write into an open file. */
  readonly isAllowed: () => Promise<boolean>;
  readonly hasRoom: () => boolean;
  /** A file is complete under this name. */
  readonly onFinished: (name: string) => void;
  readonly onCutOff: (name: string) => void;
  /** The client does what no client should; ends the connection. */
  readonly onAbuse: () => void;
}

const maxHandles = 16;
/** Requests that may wait for an answer; programs send up to 64 ahead. */
const maxPending = 256;
const maxPendingBytes = 16 * 1024 * 1024;
const readBytes = 32 * 1024;
/** What one connection may read: only the notes about failed files are meant to be read. */
const maxReadInAll = 8 * 1024 * 1024;
const listedAtOnce = 100;

type Handle =
  | { readonly kind: 'upload'; readonly upload: Upload }
  | { readonly kind: 'note'; readonly place: Place }
  | { readonly kind: 'folder'; readonly names: Listed; next: number };

/** What is in a folder: folders, or the files that many requests may share. */
type Listed = readonly (Folder | Entry)[];

/** Answers a request with this status. */
class Status extends Error {
  readonly code: number;
  constructor(code: number, message = '') {
    super(message);
    this.code = code;
  }
}

const missing = () => new Status(codes.NO_SUCH_FILE);
const denied = (message = 'Not allowed here.') => new Status(codes.PERMISSION_DENIED, message);

function existing(path: string): Place {
  const place = placeAt(path);
  if (!place) throw missing();
  return place;
}

/** A file that a client may write, rename or delete. */
function ownFile(path: string): string {
  const { folder, name } = existing(path);
  if (folder !== 'incoming' || name === null) throw denied('Put files into /incoming.');
  return name;
}

/** One SFTP session in the folder of an organization. Returns what to do when the connection ends. */
export function serveSession(sftp: SFTPWrapper, options: SessionOptions): () => Promise<void> {
  const { shelf, onFinished, onCutOff } = options;
  const handles = new Map<number, Handle>();
  let nextHandle = 0;
  let opening = 0;
  let isOver = false;
  let isRevoked = false;
  let pending = 0;
  let pendingBytes = 0;
  let readInAll = 0;

  /** Answers when the work is done; counts what waits, so that nobody can pile up requests. */
  const serve = (reqId: number, work: () => Promise<void>, bytes = 0) => {
    pending += 1;
    pendingBytes += bytes;
    if (pending > maxPending || pendingBytes > maxPendingBytes) return options.onAbuse();
    work()
      .catch((error: unknown) => {
        const status = error instanceof Status ? error : statusFor(error);
        sftp.status(reqId, status.code, status.message);
      })
      // An answer that cannot be written concerns this connection only.
      .catch(options.onAbuse)
      .finally(() => {
        pending -= 1;
        pendingBytes -= bytes;
      });
  };
  /** Once it is not allowed any more, nothing is until the client signs in again. */
  const serveAllowed = (reqId: number, work: () => Promise<void>) =>
    serve(reqId, async () => {
      isRevoked ||= !(await options.isAllowed());
      if (isRevoked) throw denied('File transfer is switched off for this organization.');
      await work();
    });
  const ok = (reqId: number) => sftp.status(reqId, codes.OK);

  /** What a client was still sending when the connection ended is of no use. */
  const end = async () => {
    const left = [...handles.values()];
    handles.clear();
    for (const handle of left) {
      if (handle.kind !== 'upload') continue;
      await handle.upload.discard();
      onCutOff(handle.upload.name);
    }
  };

  /** Opens what gets a handle. Those that are being opened count too: opening is the work, not keeping. */
  const open = async (reqId: number, work: () => Promise<Handle>) => {
    if (handles.size + opening >= maxHandles) throw new Status(codes.FAILURE, 'Too many open files.');
    opening += 1;
    const handle = await work().finally(() => {
      opening -= 1;
    });
    const id = Buffer.alloc(4);
    id.writeUInt32BE((nextHandle += 1));
    handles.set(nextHandle, handle);
    if (isOver) await end();
    else sftp.handle(reqId, id);
  };
  const handleOf = (id: Buffer): Handle => {
    const found = id.length === 4 ? handles.get(id.readUInt32BE(0)) : undefined;
    if (!found) throw new Status(codes.FAILURE, 'This handle is not open.');
    return found;
  };

  const attributesOf = async ({ folder, name }: Place): Promise<Attributes> => {
    if (folder === null || name === null) return folderAttributes;
    const found = await shelf.find(folder, name);
    if (!found) throw missing();
    return fileAttributes(found);
  };

  const openFile = async (path: string, flags: number): Promise<Handle> => {
    if ((flags & (modes.WRITE | modes.APPEND)) === 0) {
      const place = existing(path);
      if (place.folder === null || place.name === null) throw denied();
      if (!place.name.endsWith('.error.txt')) throw denied('Only error notes can be read.');
      await attributesOf(place);
      return { kind: 'note', place };
    }
    const name = ownFile(path);
    const isThere = (await shelf.find('incoming', name)) !== undefined;
    if (isThere && (flags & modes.EXCL) !== 0) throw new Status(codes.FAILURE, 'This file exists.');
    if (!isThere && (flags & modes.CREAT) === 0) throw missing();
    if (isThere && (flags & modes.TRUNC) === 0) {
      throw new Status(codes.OP_UNSUPPORTED, 'A transfer cannot be resumed. Send the whole file again.');
    }
    if (!options.hasRoom()) throw new Status(codes.FAILURE, 'The server has no disk space right now.');
    return { kind: 'upload', upload: await shelf.upload(name) };
  };

  const readNote = async (reqId: number, { folder, name }: Place, offset: number, length: number) => {
    if (folder === null || name === null) throw missing();
    const file = await shelf.read(folder, name);
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(length, readBytes)), 0, undefined, offset);
      readInAll += bytesRead;
      if (readInAll > maxReadInAll) throw new Status(codes.FAILURE, 'Too much was read. Connect again.');
      if (bytesRead === 0) throw new Status(codes.EOF);
      sftp.data(reqId, buffer.subarray(0, bytesRead));
    } finally {
      await file.close();
    }
  };

  const close = async (reqId: number, id: Buffer) => {
    const handle = handleOf(id);
    handles.delete(id.readUInt32BE(0));
    if (handle.kind === 'upload') {
      if (!(await handle.upload.finish())) {
        onCutOff(handle.upload.name);
        throw new Status(codes.FAILURE, 'The file is not complete. Send it again.');
      }
      if (!isUnfinishedName(handle.upload.name)) onFinished(handle.upload.name);
    }
    ok(reqId);
  };

  const openFolder = async (path: string): Promise<Handle> => {
    const { folder, name } = existing(path);
    if (name !== null) throw missing();
    return { kind: 'folder', names: folder === null ? folders : await shelf.list(folder), next: 0 };
  };

  sftp.on('OPEN', (reqId, path, flags) => serveAllowed(reqId, () => open(reqId, () => openFile(path, flags))));
  sftp.on('WRITE', (reqId, id, offset, data) =>
    serve(
      reqId,
      async () => {
        const handle = handleOf(id);
        if (handle.kind !== 'upload') throw denied();
        if (!(await handle.upload.write(data, offset)))
          throw new Status(codes.FAILURE, 'The file is too large, or there is no room for it.');
        ok(reqId);
      },
      data.length,
    ),
  );
  sftp.on('READ', (reqId, id, offset, length) =>
    serveAllowed(reqId, async () => {
      const handle = handleOf(id);
      if (handle.kind !== 'note') throw denied();
      await readNote(reqId, handle.place, offset, length);
    }),
  );
  sftp.on('FSTAT', (reqId, id) =>
    serveAllowed(reqId, async () => {
      const handle = handleOf(id);
      if (handle.kind === 'upload') {
        const { bytes } = handle.upload;
        sftp.attrs(reqId, fileAttributes({ bytes, modifiedAt: new Date() }));
      } else sftp.attrs(reqId, handle.kind === 'note' ? await attributesOf(handle.place) : folderAttributes);
    }),
  );
  sftp.on('CLOSE', (reqId, id) => serveAllowed(reqId, () => close(reqId, id)));
  sftp.on('OPENDIR', (reqId, path) => serveAllowed(reqId, () => open(reqId, () => openFolder(path))));
  sftp.on('READDIR', (reqId, id) =>
    serveAllowed(reqId, async () => {
      const handle = handleOf(id);
      if (handle.kind !== 'folder') throw denied();
      const next = handle.names.slice(handle.next, handle.next + listedAtOnce);
      if (next.length === 0) throw new Status(codes.EOF);
      handle.next += next.length;
      sftp.name(reqId, next.map(listing));
    }),
  );
  const stat = (reqId: number, path: string) =>
    serveAllowed(reqId, async () => sftp.attrs(reqId, await attributesOf(existing(path))));
  sftp.on('STAT', stat);
  sftp.on('LSTAT', stat);
  sftp.on('REALPATH', (reqId, path) =>
    serveAllowed(reqId, async () => {
      const filename = pathOf(existing(path));
      sftp.name(reqId, [{ filename, longname: filename, attrs: folderAttributes }]);
    }),
  );
  sftp.on('REMOVE', (reqId, path) =>
    serveAllowed(reqId, async () => {
      const name = ownFile(path);
      if (!(await shelf.find('incoming', name))) throw missing();
      await shelf.remove('incoming', name);
      ok(reqId);
    }),
  );
  sftp.on('RENAME', (reqId, from, to) =>
    serveAllowed(reqId, async () => {
      const [name, newName] = [ownFile(from), ownFile(to)];
      if (!(await shelf.find('incoming', name))) throw missing();
      await shelf.move('incoming', name, 'incoming', newName);
      if (!isUnfinishedName(newName)) onFinished(newName);
      ok(reqId);
    }),
  );
  // Times and modes of files mean nothing here, but clients set them after each upload.
  sftp.on('SETSTAT', (reqId, path) => serveAllowed(reqId, async () => (ownFile(path), ok(reqId))));
  sftp.on('FSETSTAT', (reqId, id) => serveAllowed(reqId, async () => (handleOf(id), ok(reqId))));
  for (const event of ['MKDIR', 'RMDIR', 'SYMLINK', 'READLINK'] as const) {
    sftp.on(event as 'RMDIR', (reqId) => serveAllowed(reqId, () => Promise.reject(denied())));
  }
  // OpenSSH waits for the end of the channel.
  sftp.on('end', () => sftp.end());
  sftp.on('error', options.onAbuse);

  return () => {
    isOver = true;
    return end();
  };
}

function statusFor(error: unknown): Status {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof ShelfFull) return new Status(codes.FAILURE, error.message);
  if (code === 'ENOENT') return missing();
  return new Status(codes.FAILURE, code === 'ENOSPC' ? 'The server has no disk space right now.' : 'Failed.');
}

const folderAttributes: Attributes = { mode: 0o40700, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 };

function fileAttributes({ bytes, modifiedAt }: Pick<Entry, 'bytes' | 'modifiedAt'>): Attributes {
  const seconds = Math.floor(modifiedAt.getTime() / 1000);
  return { mode: 0o100600, uid: 0, gid: 0, size: bytes, atime: seconds, mtime: seconds };
}

function listing(listed: Listed[number]) {
  const [filename, kind, attrs] =
    typeof listed === 'string'
      ? [listed, 'drwx------', folderAttributes]
      : [listed.name, '-rw-------', fileAttributes(listed)];
  return { filename, longname: `${kind} 1 0 0 ${attrs.size} Jan 1 00:00 ${filename}`, attrs };
}
