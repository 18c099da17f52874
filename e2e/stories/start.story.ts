import { expect, type Page, test } from '@playwright/test';
import { type BuiltServer, startBuiltServer, temporaryDataFolder } from '../built-server.ts';
import { listeningPorts } from '../listening.ts';

// Each starts a server or two of its own.
test.describe.configure({ timeout: 120_000 });

test.describe('without a demo', () => {
  let folder: Awaited<ReturnType<typeof temporaryDataFolder>>;
  let server: BuiltServer | undefined;

  test.beforeEach(async () => {
    folder = await temporaryDataFolder();
  });
  test.afterEach(async () => {
    server?.process.kill('SIGTERM');
    await server?.ended;
    await folder.remove();
  });

  test('[S18] a fresh installation prints a link that makes the first staff user, once', async ({ page }) => {
    server = startBuiltServer({ ATRIUM_DATA: folder.path, ATRIUM_DEMO: 'off' });
    const url = await server.ready;
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const link = /first staff user here, once: (\S+)/.exec(server.output())?.[1];
    expect(link).toContain(url);
    expect(server.output()).not.toContain('Atrium-demo-1');

    await setUp(page, link!, 'Ada');
    await expect(page).toHaveURL(/#\/app\//);

    await page.context().clearCookies();
    await page.goto('about:blank');
    await setUp(page, link!, 'Eve');
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page).not.toHaveURL(/#\/app\//);
  });

  test('a second server on the same data folder is refused in one line, and the first continues', async () => {
    server = startBuiltServer({ ATRIUM_DATA: folder.path, ATRIUM_DEMO: 'off' });
    const url = await server.ready;
    const second = startBuiltServer({ ATRIUM_DATA: folder.path, ATRIUM_DEMO: 'off' });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`The data folder ${folder.path} is already in use`);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  test('[S62] it listens where it says and nowhere else; SIGTERM ends it with 0, and the next start finds everything again', async () => {
    for (const start of ['first', 'second']) {
      server = startBuiltServer({ ATRIUM_DATA: folder.path, ATRIUM_DEMO: 'off' });
      const url = await server.ready;
      expect((await fetch(`${url}/loggedin`)).status, start).toBe(200);
      expect(await listeningPorts(server.process.pid!), start).toEqual([Number(new URL(url).port)]);
      server.process.kill('SIGTERM');
      expect(await server.ended, start).toBe(0);
    }
  });

  test('a wrong setting stops the start with one line', async () => {
    server = startBuiltServer({ ATRIUM_DATA: folder.path, PORT: 'eighty' });
    expect(await server.ended).toBe(1);
    expect(server.output()).toBe('PORT is "eighty"; allowed: a whole number from 0 to 65535.\n');
  });
});

async function setUp(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(`${name}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill('A-strong-enough-1');
  await page.getByRole('button', { name: 'Create user' }).click();
}
