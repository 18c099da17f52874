import {
  createVendorLicense,
  getLicenseTypes,
  updateVendorLicense,
  type VendorLicense,
} from '@atrium/contract/vendor-licenses';
import { vendorLicenseProblems } from '@atrium/rules/vendor-license';
import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { changedFields } from '../../ui/changed-fields.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { type Licensed, licenseQueries } from './licensed.ts';
import { texts } from './texts.ts';

interface Props {
  /** The sensors it may belong to. */
  sensors: readonly Licensed[];
  /** Absent for a new one. */
  license?: VendorLicense;
  onClose: () => void;
}

interface Values extends Record<string, string> {
  licenseKey: string;
  type: string;
  expiration: string;
  sensorId: string;
}

const words = texts.fields;

/** A license of one of these sensors. The available types depend on the type of the sensor. */
export function LicenseDialog({ sensors, license, onClose }: Props) {
  const create = useWrite(createVendorLicense, texts.created, licenseQueries);
  const update = useWrite(updateVendorLicense, texts.updated, licenseQueries);
  const [saved] = useState(() => formOf(license, sensors));
  const ofType = (sensorId: string) => sensors.find((sensor) => sensor.sensorId === sensorId)?.sensorType ?? '';
  const { form, dialog } = useWriteForm<Values, VendorLicense>({
    problems: (value) => {
      const { licenseKey, type, expiration, sensorId } = value;
      const settled = { licenseKey: licenseKey.trim(), type, expiration: expiration || null };
      return vendorLicenseProblems(settled, ofType(sensorId));
    },
    initialValues: saved,
    submit: ({ sensorId, ...values }) => {
      const query = { orgId: sensors[0]?.orgId ?? '' };
      return license
        ? update.mutateAsync({
            params: { vendorLicenseId: license.vendorLicenseId },
            query,
            body: { ...changedFields(saved, values), ...(sensorId !== saved.sensorId && { sensorId }) },
            seenVersion: license.version,
          })
        : create.mutateAsync({ query, body: { sensorId, ...changedFields({}, values) } });
    },
    done: onClose,
  });
  const sensorType = ofType(form.getValues().sensorId);
  const types = useEndpoint(getLicenseTypes, { params: { sensorType } }, { texts: texts.types });
  return (
    <FormDialog title={license ? texts.change : texts.add} onClose={onClose} {...dialog}>
      <TextInput
        label={words.licenseKey}
        required
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('licenseKey')}
      />
      {sensors.length > 1 && (
        <Select
          label={words.sensorId}
          allowDeselect={false}
          data={sensors.map(({ sensorId, name }) => ({ value: sensorId, label: name }))}
          {...form.getInputProps('sensorId')}
        />
      )}
      <Select
        label={words.type}
        required
        allowDeselect={false}
        data={types.data ?? []}
        {...form.getInputProps('type')}
        value={form.getValues().type || null}
      />
      <TextInput
        type="date"
        label={words.expiration}
        description={texts.expirationHelp}
        {...form.getInputProps('expiration')}
      />
    </FormDialog>
  );
}

function formOf(license: VendorLicense | undefined, sensors: readonly Licensed[]): Values {
  return {
    licenseKey: license?.licenseKey ?? '',
    type: license?.type ?? '',
    expiration: license?.expiration ?? '',
    sensorId: license?.sensorId ?? sensors[0]?.sensorId ?? '',
  };
}
