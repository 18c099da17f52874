import { createVendorLicense, deleteVendorLicense, type VendorLicense } from '@atrium/contract/vendor-licenses';
import { ActionIcon } from '@mantine/core';
import { IconKey, IconPencil, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { calendarDate } from '../../format/dates.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { useMay } from '../../api/use-may.ts';
import { AddButton } from '../../ui/AddButton.tsx';
import { Card } from '../../ui/Card.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import type { Cells } from '../../ui/table/cells.ts';
import { actionsColumn, type Column } from '../../ui/table/column.ts';
import { PlainTable } from '../../ui/table/PlainTable.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { LicenseDialog } from './LicenseDialog.tsx';
import { type Licensed, licenseQueries } from './licensed.ts';
import { texts } from './texts.ts';

type Row = VendorLicense & { sensorName: string };

/** The licenses of a sensor, or of all sensors of a site. */
export function LicensesPanel({ sensors }: { sensors: readonly Licensed[] }) {
  const heading = useId();
  const mayEdit = useMay(createVendorLicense);
  const [edited, setEdited] = useState<VendorLicense | 'new'>();
  const removal = useWrite(deleteVendorLicense, texts.deleted, licenseQueries);
  const rows = sensors.flatMap(({ name, vendor_license: licenses = [] }) =>
    licenses.map((license) => ({ ...license, sensorName: name })),
  );
  const askAndRemove = async ({ vendorLicenseId, orgId }: VendorLicense) => {
    if (await confirm(texts.question)) removal.mutate({ params: { vendorLicenseId }, query: { orgId } });
  };
  const add = mayEdit && sensors.length > 0 && <AddButton onClick={() => setEdited('new')}>{texts.add}</AddButton>;
  return (
    <Card>
      <PanelHead id={heading} heading={texts.heading} intro={texts.intro} action={rows.length > 0 && add} />
      {rows.length === 0 ? (
        <EmptyState icon={IconKey} {...texts.none} action={add} />
      ) : (
        <PlainTable
          label={texts.heading}
          columns={[...columns, ...(sensors.length > 1 ? [sensorColumn] : []), ...(mayEdit ? [actions] : [])]}
          cells={cellsOf(setEdited, (license) => void askAndRemove(license))}
          rows={rows}
          keyOf={({ vendorLicenseId }) => vendorLicenseId}
        />
      )}
      {edited && (
        <LicenseDialog
          sensors={sensors}
          {...(edited !== 'new' && { license: edited })}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Card>
  );
}

const columns: readonly Column<Row>[] = [
  {
    key: 'key',
    label: texts.columns.key,
    kind: 'text',
    width: 200,
    isRowName: true,
    value: ({ licenseKey }) => licenseKey,
  },
  { key: 'type', label: texts.columns.type, kind: 'text', width: 140, value: ({ type }) => type },
  {
    key: 'expiration',
    label: texts.columns.expiration,
    kind: 'text',
    width: 140,
    value: ({ expiration }) => (expiration === null ? texts.never : calendarDate(expiration)),
  },
];

const sensorColumn: Column<Row> = {
  key: 'sensor',
  label: texts.columns.sensor,
  kind: 'text',
  width: 160,
  value: ({ sensorName }) => sensorName,
};

const actions: Column<Row> = { ...actionsColumn, label: texts.columns.actions, width: 90 };

function cellsOf(edit: (license: VendorLicense) => void, remove: (license: VendorLicense) => void): Cells<Row> {
  return {
    expiration: ({ expiration }) =>
      expiration === null ? (
        texts.never
      ) : (
        <>
          {calendarDate(expiration)} {isOver(expiration) && <Tag tone="danger">{texts.expired}</Tag>}
        </>
      ),
    actions: (license) => (
      <>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={texts.edit(license.licenseKey)}
          onClick={() => edit(license)}
        >
          <IconPencil size={16} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={texts.remove(license.licenseKey)}
          onClick={() => remove(license)}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </>
    ),
  };
}

/** A license is valid on its last day. */
function isOver(expiration: string): boolean {
  return expiration < new Date().toISOString().slice(0, 10);
}
