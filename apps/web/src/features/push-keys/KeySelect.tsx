import { listPushKeys, type PushKey } from '@atrium/contract/push-keys';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useList } from '../../api/use-endpoint.ts';
import { connectTexts } from './connect-texts.ts';
import classes from './connect.module.css';
import { texts } from './texts.ts';

const words = connectTexts.key;

interface Props {
  /** Undefined while none is chosen. */
  pushKey: PushKey | undefined;
  onChoose: (pushKey: PushKey) => void;
}

/** One of the active keys, searched on the server, the newest first. */
export function KeySelect({ pushKey, onChoose }: Props) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed === pushKey?.name ? '' : typed, 200);
  const keys = useList(listPushKeys, { query: { limit: 50, search } }, { texts: texts.list, keep: true });
  const found = keys.data?.rows ?? [];
  const isMissing = pushKey && !found.some(({ pushKeyId }) => pushKeyId === pushKey.pushKeyId);
  const offered = isMissing ? [pushKey, ...found] : found;
  return (
    <Select
      className={classes['keySelect'] ?? ''}
      label={words.label}
      description={pushKey && (pushKey.sensor ? words.bound(pushKey.sensor.name) : words.all)}
      inputWrapperOrder={['label', 'input', 'description']}
      placeholder={words.placeholder}
      data={offered.map(({ pushKeyId, name }) => ({ value: pushKeyId, label: name }))}
      value={pushKey?.pushKeyId ?? null}
      allowDeselect={false}
      searchable
      nothingFoundMessage={texts.noMatch.title}
      // The server already filters.
      filter={({ options }) => options}
      onSearchChange={setTyped}
      onChange={(id) => {
        const next = offered.find(({ pushKeyId }) => pushKeyId === id);
        if (next) onChoose(next);
      }}
    />
  );
}
