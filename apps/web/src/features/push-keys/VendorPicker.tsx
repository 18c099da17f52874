import type { ReplyOf } from '@atrium/contract/endpoint';
import type { listPushVendors } from '@atrium/contract/push-keys';
import { guideOf } from '@atrium/rules/vendor-guides';
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { connectTexts as texts } from './connect-texts.ts';
import classes from './connect.module.css';

type Vendors = ReplyOf<typeof listPushVendors>;

interface Props {
  vendors: Vendors;
  value: string | undefined;
  onChange: (vendor: string) => void;
}

/** Every vendor as a card; arrow keys move between them. */
export function VendorPicker({ vendors, value, onChange }: Props) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const shown = vendors.filter((each) => each.vendor === value || matches(each, typed));
  return (
    <>
      <TextInput
        className={classes['find'] ?? ''}
        aria-label={texts.find}
        placeholder={texts.find}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div role="radiogroup" aria-label={texts.vendor.heading} className={classes['vendors']}>
        {shown.map(({ vendor, title }) => {
          const { name, devices } = guideOf(vendor);
          return (
            <label key={vendor} className={classes['vendor']}>
              <input
                type="radio"
                name="vendor"
                value={vendor}
                aria-labelledby={`${id}-${vendor}`}
                aria-describedby={`${id}-${vendor}-devices`}
                checked={vendor === value}
                onChange={() => onChange(vendor)}
              />
              <span id={`${id}-${vendor}`} className={classes['vendorName']}>
                {name || title}
              </span>
              <span id={`${id}-${vendor}-devices`} className={classes['vendorDevices']}>
                {devices || title}
              </span>
            </label>
          );
        })}
      </div>
      {shown.length === 0 && <p className={classes['quiet']}>{texts.noVendor(typed)}</p>}
    </>
  );
}

function matches({ vendor, title }: Vendors[number], typed: string): boolean {
  const { name, devices } = guideOf(vendor);
  const wanted = typed.trim().toLowerCase().split(/\s+/);
  const text = `${name} ${title} ${devices}`.toLowerCase();
  return wanted.every((word) => text.includes(word));
}
