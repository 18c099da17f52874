import { getSftpAccess, importFiles, listImports, previewCounts, undoImport } from '@atrium/contract/imports';
import { getOrganization, updateOrganization } from '@atrium/contract/organizations';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, expectNow, sentTo, unreachable, withhold } from './network.ts';
import { imported, records } from './records.ts';
import { textsOf } from './shown.ts';
import { look, open, see, signedInAs } from './stage.ts';
import { dialog, field, hide, overtaken, press } from './steps.ts';

const calls = [...records, ...signedInAs('OrganizationAdministrator')];
const fileName = 'pos-2026-02.csv';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function choose(...files: File[]) {
  await see(page.getByRole('button', { name: 'Import files' }));
  const input = document.querySelector('input[type=file]');
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no place to choose files.');
  await userEvent.upload(page.elementLocator(input), files);
}

it('[R624] a file shows its errors line by line, and is undone after a question', async () => {
  await open('/app/importstatus', [...calls, answer(undoImport, { ...imported, fileName, isUndoing: true })]);
  await press(fileName);
  const panel = dialog(fileName);
  await see(panel.getByRole('table', { name: 'Errors' }));
  await see(panel.getByText('No location has the locationNumber “9999”'));
  await look('import-details', panel.getByRole('button', { name: 'Download errors as CSV' }));
  await press('Undo import', panel);
  await press('Undo import', dialog('Undo import'));
  await see(page.getByText('The import is being undone'));
});

it('[R625] without any import there is a template of each kind', async () => {
  await open('/app/importstatus', [...calls, answer(listImports, [])]);
  for (const name of ['Sales (POS)', 'Labor', 'Count history']) {
    await see(page.getByRole('link', { name: `Template: ${name}` }));
  }
  await look('import-none', page.getByText('No file imported yet'));
});

it('[R626] says which files it cannot import before it sends them', async () => {
  await open('/app/importstatus', [...calls, answer(importFiles, [{ ...imported, fileName }])]);
  await choose(new File(['a'], 'sales.csv'), new File(['a'], 'labor.csv'), new File(['a'], 'counts.csv'));
  const shown = dialog('Import files');
  await look('import-upload', shown.getByText('The name must begin with pos, labor or counts and end in .csv.'));
  await press('Import 2 files', shown);
  await see(page.getByText('2 files are being imported'));
  await expect.element(shown.getByRole('button', { name: 'Import files' })).toBeDisabled();
});

it('[R693] a file whose upload broke off can be sent again', async () => {
  await open('/app/importstatus', [...calls, unreachable(importFiles)]);
  await choose(new File(['a'], 'labor.csv'), new File(['a'], 'pos.csv'));
  const shown = dialog('Import files');
  await press('Import 2 files', shown);
  await see(page.getByText(/^labor\.csv: /));
  await expect.element(shown.getByRole('button', { name: 'Import 2 files' })).toBeEnabled();
  expectNow(answer(importFiles, [{ ...imported, fileName }]));
  await press('Import 2 files', shown);
  await see(page.getByText('2 files are being imported'));
  await hide(shown);
});

it('[R1201] an upload is stopped after a question, and other files are chosen', async () => {
  await open('/app/importstatus', [...calls, withhold(importFiles)]);
  await choose(new File(['a'], 'counts.csv'), new File(['a'], 'pos.csv'));
  const shown = dialog('Import files');
  const question = dialog('Stop the upload');
  const goOn = async () => {
    await press('Cancel', question);
    await hide(question);
    expect(sentTo(importFiles).map(({ isAborted }) => isAborted())).toEqual([false]);
  };
  await press('Import 2 files', shown);
  await expect.poll(() => sentTo(importFiles).length).toBe(1);
  await expect.element(shown.getByRole('button', { name: 'Leave out pos.csv' })).toBeDisabled();
  await expect.element(shown.getByRole('button', { name: 'Set up columns' })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await goOn();
  window.location.hash = '/app/welcome';
  await goOn();
  await userEvent.keyboard('{Escape}');
  await look('import-stop', question);
  await press('Yes, stop', question);
  await hide(shown);
  await choose(new File(['a'], 'labor.csv'));
  await see(shown.getByText('labor.csv'));
  expect(sentTo(importFiles).map(({ isAborted }) => isAborted())).toEqual([true]);
  expect(page.getByText('Unable to import the file').elements()).toEqual([]);
  await press('Import 1 file', shown);
  await expect.poll(() => sentTo(importFiles).length).toBe(2);
});

it('[R1201] Cancel stops the upload of a large file at once', async () => {
  const stopped = vi.fn<() => void>();
  class Sending extends EventTarget {
    readonly upload = new EventTarget();
    open() {}
    setRequestHeader() {}
    send() {
      this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 1, total: 2 }));
    }
    abort() {
      stopped();
      this.dispatchEvent(new Event('abort'));
    }
  }
  vi.stubGlobal('XMLHttpRequest', Sending);
  await open('/app/importstatus', calls);
  await choose(new File([new Uint8Array(2 * 1024 * 1024)], 'labor.csv'), new File(['a'], 'pos.csv'));
  const shown = dialog('Import files');
  await press('Import 2 files', shown);
  await see(shown.getByRole('progressbar', { name: 'Upload of labor.csv' }));
  await press('Cancel', shown);
  await hide(shown);
  expect(stopped).toHaveBeenCalledOnce();
  await choose(new File(['a'], 'counts.csv'));
  await see(shown.getByText('counts.csv'));
  expect(page.getByText('Unable to import the file').elements()).toEqual([]);
  expect(sentTo(importFiles)).toEqual([]);
});

it('[R1203] a header that names a column twice is refused in the words of the import', async () => {
  await open('/app/importstatus', calls);
  await choose(new File(['Date,Time,In,Out,In,Out\n2026-02-01,10:00,4,3,2,1\n'], 'counts.csv'));
  await press('Set up columns', dialog('Import files'));
  const shown = dialog('Columns of counts.csv');
  await see(shown.getByText('The column in appears twice.'));
  await expect.element(shown.getByRole('button', { name: 'Use these columns' })).toBeDisabled();
  await shown.getByRole('combobox', { name: 'In', exact: true }).click();
  await expect.poll(textsOf(page.getByRole('option'))).toEqual(['Date', 'Time', 'In', 'Out']);
  await page.getByRole('option', { name: 'In' }).click();
  await press('Cancel', shown);
  await see(dialog('Import files').getByText('counts.csv'));
  expect(sentTo(previewCounts)).toEqual([]);
});

it('[R1203] a file that cannot be read anymore says so', async () => {
  await open('/app/importstatus', calls);
  await choose(new File(['Door,When,In\n'], 'counts.csv'), new File(['a'], 'pos.csv'));
  vi.spyOn(Blob.prototype, 'text').mockRejectedValue(new DOMException('', 'NotReadableError'));
  await press('Set up columns', dialog('Import files'));
  const shown = dialog('Columns of counts.csv');
  await see(shown.getByText(/^The file could not be read\./));
  await expect.element(shown.getByRole('button', { name: 'Use these columns' })).toBeDisabled();
  await press('Cancel', shown);
  await see(dialog('Import files').getByText('pos.csv'));
});

it('[R623] columns of a count history are set up with a preview', async () => {
  const rows = [
    {
      line: 2,
      zoneName: 'Main entrance',
      at: '2026-02-01T16:00:00.000Z',
      localTime: '2026-02-01 10:00',
      ins: 42,
      outs: 39,
    },
  ];
  const totals = [{ zoneName: 'Main entrance', month: '2026-02', ins: 42, outs: 39, rowCount: 1 }];
  const messages = [{ line: 3, column: 'Door', message: 'There is no zone “Side”' }];
  const header = ['Door', 'When', 'In', 'Out'];
  const preview = { header, rows, totals, messages, rowCount: 2, errorCount: 1 };
  await open('/app/importstatus', [...calls, answer(previewCounts, preview)]);
  await choose(new File(['Door,When,In,Out\nMain entrance,2026-02-01 10:00,42,39\nSide,x,1,1\n'], 'counts.csv'));
  await press('Set up columns', dialog('Import files'));
  const shown = dialog('Columns of counts.csv');
  await see(shown.getByRole('table', { name: 'First rows' }));
  await expect.element(shown.getByRole('combobox', { name: 'Zone (name or ID)' })).toHaveValue('Door');
  await expect.element(shown.getByRole('combobox', { name: 'Date and time', exact: true })).toHaveValue('When');
  await see(shown.getByText('2 rows, 1 with errors'));
  await look('import-columns', shown.getByRole('table', { name: 'Totals by zone and month' }));
  await press('Use these columns', shown);
  await see(dialog('Import files').getByText('Columns are set up'));
});

const withSftp = answer(getOrganization, { name: 'Lakeside Libraries', isEnabled: true, sftpEnabled: true });

it('[R491] without SFTP there are no import settings', async () => {
  await open('/app/importsettings', calls);
  await see(page.getByText('SFTP is not part of your subscription'));
});

it('[R627] the settings say where this server takes files, or that it takes none', async () => {
  const off = answer(getSftpAccess, { port: null, user: 'org-4f2a91c0', fingerprint: null });
  await open('/app/importsettings', [...calls, withSftp, off]);
  await see(page.getByText(/takes no files by SFTP at the moment/));
});

it('[R492] [R493] [R627] the settings show the port and the user name, and refuse what is no public key', async () => {
  const access = {
    port: 2222,
    user: 'org-4f2a91c0',
    fingerprint: 'SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8',
  };
  await open('/app/importsettings', [...calls, withSftp, answer(getSftpAccess, access)]);
  await see(page.getByText('2222'));
  await see(page.getByText('org-4f2a91c0'));
  await look('import-settings', page.getByText(access.fingerprint));
  await page.getByRole('textbox', { name: 'Public key' }).fill('nonsense');
  await press('Save');
  await see(page.getByText(/^The key must begin with ssh-ed25519/));
});

const withKey = (version: number, sftpPublicKey: string) =>
  answer(getOrganization, { isEnabled: true, sftpEnabled: true, sftpPublicKey, version });

it('[R1194] the key that someone else has saved meanwhile is not overwritten', async () => {
  const off = answer(getSftpAccess, { port: null, user: 'org-4f2a91c0', fingerprint: null });
  await open('/app/importsettings', [...calls, off, withKey(4, 'ssh-ed25519 first')]);
  await field('Public key').fill('');
  await overtaken(updateOrganization, withKey(5, 'ssh-ed25519 second'));
  const again = await overtaken(updateOrganization, withKey(5, 'ssh-ed25519 second'));
  expect([again.headers.get('if-match'), again.body]).toEqual(['"4"', { sftpPublicKey: null }]);
  await press('Discard');
  await expect.element(field('Public key')).toHaveValue('ssh-ed25519 second');
});
