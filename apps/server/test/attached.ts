import { fileKind } from '@atrium/rules/attachment';
import { type Files, filesIn } from '../src/files/files.ts';
import type { Registry } from '../src/registry/registry.ts';
import { attachment } from '../src/registry/schema/organization-details.ts';

type Attached = typeof attachment.$inferSelect;
export type Attach = (
  values: Pick<Attached, 'orgId' | 'entityType' | 'entityId'> & Partial<Attached> & { name?: string },
) => Promise<Attached>;

/** Attaches a text of three letters to a record, without the API. */
export function attachIn(folder: string, registry: Registry, clock: () => Date): Attach {
  const files: Files = filesIn(folder);
  return async ({ name = 'note.txt', ...values }) => {
    const received = await files.receive(letters(), 1_000);
    const kept = {
      orgId: values.orgId,
      originalName: name,
      contentType: fileKind(name)?.contentType ?? '',
      createdBy: null,
    };
    return registry.system(async (tx) => {
      await files.keep(tx, received, kept);
      const [row] = await tx.sql
        .insert(attachment)
        .values({ createdAt: clock(), fileId: received.fileId, ...values })
        .returning();
      if (!row) throw new Error('Nothing was attached.');
      return row;
    });
  };
}

async function* letters() {
  yield new TextEncoder().encode('abc');
}
