import { eq } from 'drizzle-orm';
import type { Registry } from './registry.ts';
import { installation } from './schema/operations.ts';

/** A value of this installation, generated on first use. */
export async function generateOnce(registry: Registry, key: string, make: () => string): Promise<string> {
  return registry.system(async ({ sql }) => {
    await sql.insert(installation).values({ key, value: make() }).onConflictDoNothing();
    const [row] = await sql.select().from(installation).where(eq(installation.key, key));
    if (!row) throw new Error(`The installation has no ${key}`);
    return row.value;
  });
}

export async function installationValue(registry: Registry, key: string): Promise<string | undefined> {
  const [row] = await registry.system(({ sql }) => sql.select().from(installation).where(eq(installation.key, key)));
  return row?.value;
}

export async function deleteValue(registry: Registry, key: string): Promise<void> {
  await registry.system(({ sql }) => sql.delete(installation).where(eq(installation.key, key)));
}

export async function setValue(registry: Registry, key: string, value: string): Promise<void> {
  await registry.system(({ sql }) =>
    sql.insert(installation).values({ key, value }).onConflictDoUpdate({ target: installation.key, set: { value } }),
  );
}
