import { Pool } from 'pg';
import { chromium, type Page } from 'playwright-core';
import { browserArguments, browserPath } from '../e2e/browser.ts';
import { estateQuestions, fillEstate } from './estate-rows.ts';
import { addStaff, percentile, type Product, signIn, startProduct } from './product.ts';

const organizations = 2_000;
const people = 5_000;
const auditEntries = 100_000;
const rounds = 30;

/** Typical staff requests for long lists: pages, orders, filters and searches. */
const questions = {
  'organizations, first page': '/api/org?limit=25&order=name',
  'organizations, last page': '/api/org?limit=25&offset=1975&order=-createdAt',
  'organizations, search': '/api/org?limit=25&search=riverside%201',
  'organizations, filters':
    '/api/org/search?limit=25&order=subExpiration&subExpiration=%3C%3D2028-01-01&flags=canViewGender,!isHeadroomLite',
  'users, first page': '/api/user?limit=25&order=name&kind=active&include=organization',
  'users, last page': '/api/user?limit=25&offset=4900&order=-lastSeenAt&include=organization',
  'users, by organization': '/api/user?limit=25&order=organization&include=organization',
  'users, search': '/api/user?limit=25&search=person%204&include=organization',
  'users, filters': '/api/user?limit=25&roleId=2&loginDisabled=true&kind=active&include=organization',
  'users, 100 rows': '/api/user?limit=100&order=email&include=organization',
  'invited users': '/api/user?limit=25&order=expiration&kind=invited&include=organization',
  'audit log, search': '/api/audit?limit=25&search=person%20777',
  'search, one letter': '/api/search?text=r',
  'search, a person': '/api/search?text=person%204321',
  'search, a sensor': '/api/search?text=eye%20199',
  'search, by id': '/api/search?text=id%3A%3A000',
} as const;

const screens = { organizations: '/#/app/orgs', users: '/#/app/users', 'audit log': '/#/app/audit' } as const;

/**
 * 5,000 people in 2,000 organizations, 100,000 entries of the log, and one organization with 1,000 locations, 2,000 sensors and 4,000
 * zones: every list within 300 ms, every search within 200 ms, every page within a second.
 */
export async function benchLists(say: (line: string) => void) {
  const product = await startProduct({ organizations: 1, devicesPerOrganization: 0 });
  const browser = await chromium.launch({ executablePath: await browserPath(), args: browserArguments });
  try {
    const { staff, orgId } = await fill(product);
    const cookie = await signIn(product, staff);
    const ofOrganization = Object.entries(estateQuestions).map(
      ([what, path]) => [what, `${path}&orgId=${orgId}`] as const,
    );
    const asked: Record<string, object> = {};
    for (const [what, path] of [...Object.entries(questions), ...ofOrganization]) {
      const times = await ask(product.url + path, cookie);
      const figures = { p50: Math.round(percentile(times, 0.5)), p95: Math.round(percentile(times, 0.95)) };
      asked[what] = figures;
      say(`${what}, ms: ${JSON.stringify(figures)}`);
    }
    const page = await (await browser.newContext()).newPage();
    await signInPage(page, product, staff);
    const opened: Record<string, number> = {};
    for (const [what, address] of Object.entries(screens)) {
      opened[what] = Math.round(await open(page, product.url, address));
      say(`${what}, page opened from nothing, ms: ${opened[what]}`);
    }
    return { asked, opened };
  } finally {
    await browser.close();
    await product.stop();
  }
}

/**
 * Fills the lists; returns the address of a staff user with the password of the product's administrator, and the one
 * large organization.
 */
async function fill({ postgres, email }: Product): Promise<{ staff: string; orgId: string }> {
  const pool = new Pool({ ...postgres, max: 1 });
  const { rows } = await pool.query<{ org_id: string }>('SELECT org_id FROM local_user WHERE email = $1', [email]);
  const orgId = rows[0]?.org_id ?? '';
  await fillEstate(pool, orgId);
  await pool.query(
    `INSERT INTO organization (name, accounting_id, sub_expiration, can_view_gender, is_enabled, created_at, updated_at)
     SELECT (ARRAY['Riverside', 'Oakwood', 'Harbour', 'Summit'])[1 + i % 4] || ' ' || i, 'ACC-' || i,
            date '2026-01-01' + i, i % 3 = 0, i % 20 <> 0, now() - i * interval '1 hour', now()
     FROM generate_series(1, $1::int) i`,
    [organizations - 1],
  );
  await pool.query(
    `WITH numbered AS (SELECT org_id, row_number() OVER () - 1 AS number FROM organization)
     INSERT INTO local_user (org_id, scope, role_id, email, name, login_disabled, expiration, last_seen_at, created_at, updated_at)
     SELECT org_id, 1, 1 + (i % 5 = 0)::int, 'person' || i || '@bench.test', 'Person ' || i, i % 17 = 0,
            CASE WHEN i % 10 = 0 THEN now() + interval '5 days' END, now() - i * interval '1 minute', now(), now()
     FROM generate_series(1, $1::int) i JOIN numbered ON number = i % $2::int`,
    [people - 2, organizations],
  );
  await pool.query(
    `INSERT INTO audit_entry (org_id, at, user_id, action, entity_type, entity_id, detail)
     SELECT u.org_id, now() - i * interval '1 second', u.user_id, 'user-unlocked', 'user', u.user_id::text,
            jsonb_build_object('name', u.name)
     FROM generate_series(1, $1::int) i
     JOIN (SELECT *, row_number() OVER () AS number FROM local_user WHERE org_id IS NOT NULL) u ON u.number = 1 + i % 4000`,
    [auditEntries],
  );
  const staff = await addStaff(pool, email);
  await pool.query('ANALYZE');
  await pool.end();
  return { staff, orgId };
}

async function ask(url: string, cookie: string): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    const answer = await fetch(url, { headers: { cookie } });
    const rows = (await answer.json()) as unknown[];
    if (!answer.ok || rows.length === 0)
      throw new Error(`${url} was answered ${answer.status} with ${rows.length} rows`);
    times.push(performance.now() - began);
  }
  return times;
}

async function signInPage(page: Page, { url, password }: Product, email: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Email').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
}

/** From an empty tab to the first row, the best of three: the second time the code comes from the browser's cache. */
async function open(page: Page, url: string, address: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    await page.goto('about:blank');
    const began = performance.now();
    await page.goto(url + address);
    await page.getByRole('rowheader').first().waitFor();
    times.push(performance.now() - began);
  }
  return Math.min(...times);
}
