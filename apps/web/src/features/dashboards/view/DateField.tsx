import { TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { texts } from '../texts.ts';
import classes from './view.module.css';
import { firstDay, isDay, lastDay } from './view-address.ts';

interface Props {
  /** Empty for none. */
  value: string;
  onChange: (value: string) => void;
}

interface Typed {
  readonly text: string;
  /** A part is missing: it reads as empty. */
  readonly isPartial: boolean;
  /** The value when it was typed. */
  readonly over: string;
  /** What the value is about to be. */
  readonly sent: string;
}

const pauseMs = 600;

/** The day of all cards. They are asked once it is complete: on Enter, when the field is left, and after a pause. */
export function DateField({ value, onChange }: Props) {
  const [typed, setTyped] = useState<Typed>({ text: value, isPartial: false, over: value, sent: value });
  // What comes from elsewhere replaces what is typed; what was sent from here does not.
  if (typed.over !== value)
    setTyped({ ...(value === typed.sent ? typed : { text: value, isPartial: false }), over: value, sent: value });
  const { text, isPartial, sent } = typed;
  const isReady = !isPartial && (text === '' || isDay(text));
  const isNew = isReady && text !== sent;
  const send = (day: string) => {
    setTyped({ ...typed, sent: day });
    onChange(day);
  };
  const sendLater = useEffectEvent(send);
  useEffect(() => {
    if (!isNew) return undefined;
    const timer = setTimeout(() => sendLater(text), pauseMs);
    return () => clearTimeout(timer);
  }, [isNew, text]);
  return (
    <div className={classes['date']}>
      <TextInput
        type="date"
        size="xs"
        aria-label={texts.view.date}
        title={texts.view.dateHelp}
        min={firstDay}
        max={lastDay}
        value={text}
        onChange={({ currentTarget: { value: next, validity } }) =>
          setTyped({ ...typed, text: next, isPartial: validity.badInput })
        }
        // An empty field reads "Today": one click opens its calendar, as a button would.
        onClick={({ currentTarget }) => text === '' && !isPartial && currentTarget.showPicker()}
        onKeyDown={({ key }) => key === 'Enter' && isNew && send(text)}
        onBlur={() => {
          if (isNew) send(text);
          else setTyped({ ...typed, text: sent, isPartial: false });
        }}
      />
      {text === '' && (
        <span className={classes['today']} aria-hidden>
          {texts.view.today}
        </span>
      )}
    </div>
  );
}
