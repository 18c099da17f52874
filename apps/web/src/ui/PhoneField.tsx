import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { countries, countryOf, readPhone, writePhone } from './phone-number.ts';
import classes from './PhoneField.module.css';
import { texts } from './texts.ts';

interface Props {
  label: string;
  initial: string;
  error?: React.ReactNode;
  required?: boolean;
  startHere?: boolean;
  /** The number in international format, and whether it is valid. */
  onChange: (text: string, valid: boolean) => void;
}

/** A phone number and the country it belongs to, the United States until another is picked. */
export function PhoneField({ label, initial, error, required = false, startHere, onChange }: Props) {
  const [number, setNumber] = useState(() => readPhone(initial));
  const change = (next: typeof number) => {
    setNumber(next);
    const { text, valid } = writePhone(next);
    onChange(text, valid);
  };
  return (
    <div className={classes['field']}>
      <Select
        label={texts.country}
        data={countries}
        value={number.country}
        searchable
        allowDeselect={false}
        onChange={(code) => change({ ...number, country: countryOf(code) })}
      />
      <TextInput
        label={label}
        type="tel"
        autoComplete="off"
        required={required}
        value={number.national}
        error={error}
        {...(startHere && { 'data-autofocus': true })}
        onChange={(event) => change({ ...number, national: event.currentTarget.value })}
      />
    </div>
  );
}
