import { isOccupancy } from '@atrium/rules/reset-config';
import { fillStep, spaceFill } from '@atrium/rules/space-fill';
import { Button, TextInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { announce } from '../../api/notices.ts';
import { count } from '../../format/numbers.ts';
import { fillColor } from '../../ui/theme/fill-color.ts';
import { confirm } from '../../ui/confirm.tsx';
import classes from './counter.module.css';
import { feedBack, useWakeLock } from './feedback.ts';
import { useInstall, useOfflineCounter } from './installed-counter.ts';
import { texts } from './texts.ts';
import { type Counter, useCounter } from './use-counter.ts';

/** Counts the people in a space by hand, on the whole screen of a phone or tablet. */
export function CounterPage({ orgId, spaceId, path }: { orgId: string; spaceId: string; path: string }) {
  const { act, ...counted } = useCounter(orgId, spaceId);
  const press = (...pressed: Parameters<typeof act>) => {
    feedBack();
    act(...pressed);
  };
  const counter = { ...counted, act: press };
  const install = useInstall();
  useOfflineCounter(path, counter.isLive);
  useWakeLock();
  const { state, message } = counter;
  if (state !== 'open')
    return <p className={classes['closed']}>{state === 'deleted' ? texts.deleted : texts.disabled}</p>;
  return (
    <div className={classes['counter']}>
      <header className={classes['head']}>
        <h1>{message?.name ?? texts.title}</h1>
        <output className={classes['status']}>{statusOf(counter)}</output>
        {install && (
          <Button variant="default" size="md" onClick={install}>
            {texts.install}
          </Button>
        )}
      </header>
      <Figure counter={counter} />
      <Buttons counter={counter} />
      <Interventions counter={counter} />
      <ul className={classes['history']} aria-label={texts.history}>
        {counter.history.map(({ id, action }) => (
          <li key={id}>{texts.done[action]}</li>
        ))}
      </ul>
    </div>
  );
}

function statusOf({ isOffline, waiting, isHeldUp, message, stoppedBy }: Counter): string {
  if (isOffline) return texts.offline(waiting);
  if (isHeldUp && waiting > 0) return texts.heldUp(waiting);
  if (message?.stopped) return stoppedBy === null ? texts.stopped : texts.stoppedBy(stoppedBy);
  return message && message.occupancy === null ? texts.unknown : '';
}

function Figure({ counter: { message, occupancy } }: { counter: Counter }) {
  const maxCapacity = message?.maxCapacity ?? null;
  const { remaining, percent } =
    occupancy === null ? { remaining: null, percent: null } : spaceFill(occupancy, maxCapacity);
  const step = fillStep(percent);
  return (
    <section className={classes['figure']} aria-label={texts.people(message?.name ?? '')}>
      <output className={classes['number']} {...(step !== undefined && { style: { color: fillColor(step) } })}>
        {occupancy === null ? '–' : count(occupancy)}
      </output>
      {maxCapacity !== null && <span>{texts.capacity(count(maxCapacity))}</span>}
      {remaining !== null && <strong>{remaining === 0 ? texts.full : texts.remaining(count(remaining))}</strong>}
    </section>
  );
}

function Buttons({ counter: { act, occupancy } }: { counter: Counter }) {
  return (
    <div className={classes['buttons']}>
      <button type="button" aria-label={texts.decrement} disabled={occupancy === null} onClick={() => act('decrement')}>
        <IconMinus aria-hidden />
      </button>
      <button type="button" aria-label={texts.increment} disabled={occupancy === null} onClick={() => act('increment')}>
        <IconPlus aria-hidden />
      </button>
    </div>
  );
}

function Interventions({ counter: { act, message } }: { counter: Counter }) {
  const [isResetting, setResetting] = useState(false);
  const stopped = message?.stopped ?? false;
  if (isResetting) return <ResetForm onClose={() => setResetting(false)} onReset={(value) => act('reset', value)} />;
  return (
    <div className={classes['interventions']}>
      <Button variant="default" size="md" onClick={() => act(stopped ? 'restart' : 'stop')}>
        {stopped ? texts.restart : texts.stop}
      </Button>
      <Button variant="default" size="md" onClick={() => setResetting(true)}>
        {texts.reset}
      </Button>
    </div>
  );
}

function ResetForm({ onClose, onReset }: { onClose: () => void; onReset: (value: number) => void }) {
  const [entered, setEntered] = useState('');
  const submit = async () => {
    const value = entered.trim() === '' ? Number.NaN : Number(entered);
    if (!isOccupancy(value)) return announce({ kind: 'toast', tone: 'danger', ...texts.invalidReset });
    if (!(await confirm(texts.confirmReset(count(value))))) return undefined;
    onReset(value);
    return onClose();
  };
  return (
    <form
      className={classes['interventions']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextInput
        aria-label={texts.resetValue}
        placeholder={texts.resetValue}
        size="md"
        inputMode="numeric"
        autoComplete="off"
        value={entered}
        onChange={(event) => setEntered(event.currentTarget.value)}
      />
      <Button type="submit" size="md">
        {texts.resetAction}
      </Button>
      <Button variant="default" size="md" onClick={onClose}>
        {texts.cancel}
      </Button>
    </form>
  );
}
