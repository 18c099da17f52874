import { expect, type Page, test } from '@playwright/test';
import { type BuiltServer, startBuiltServer, temporaryDataFolder } from '../built-server.ts';
import { listeningPorts } from '../listening.ts';
import { patience } from '../pace.ts';

// Starts four servers, one after another.
test.describe.configure({ timeout: 120_000 * patience });

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

test('[S18] [S62] a server refuses a wrong setting, makes its first staff user once, is alone in its folder, ends and starts again', async ({
  page,
}) => {
  server = startBuiltServer({ ATRIUM_DATA: folder.path, PORT: 'eighty' });
  expect(await server.ended).toBe(1);
  expect(server.output()).toBe('PORT is "eighty"; allowed: a whole number from 0 to 65535.\n');

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

  // A second one on the same folder is refused in one line, and the first continues.
  const second = startBuiltServer({ ATRIUM_DATA: folder.path, ATRIUM_DEMO: 'off' });
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`The data folder ${folder.path} is already in use`);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);

  // It listens where it says and nowhere else, ends with 0, and the next start finds everything again.
  await expectAlone(server, url);
  server = startBuiltServer({ ATRIUM_DATA: folder.path, ATRIUM_DEMO: 'off' });
  const again = await server.ready;
  expect((await fetch(`${again}/loggedin`)).status).toBe(200);
  expect(server.output()).not.toContain('first staff user here');
  await expectAlone(server, again);
});

async function expectAlone(running: BuiltServer, url: string): Promise<void> {
  expect(await listeningPorts(running.process.pid!)).toEqual([Number(new URL(url).port)]);
  running.process.kill('SIGTERM');
  expect(await running.ended).toBe(0);
}

async function setUp(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(`${name}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill('A-strong-enough-1');
  await page.getByRole('button', { name: 'Create user' }).click();
}
