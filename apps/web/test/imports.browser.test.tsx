import { getSftpAccess, importFiles, listImports, previewCounts, undoImport } from '@atrium/contract/imports';
import { getOrganization } from '@atrium/contract/organizations';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, expectNow, unreachable } from './network.ts';
import { imported, records } from './records.ts';
import { look, open, see, signedInAs } from './stage.ts';
import { dialog, hide, press } from './steps.ts';

const calls = [...records, ...signedInAs('OrganizationAdministrator')];
const fileName = 'pos-2026-02.csv';

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
