import { curlCommand, filledIn, type GuideField, sampleMessage } from '@atrium/rules/vendor-guide';
import { guideOf } from '@atrium/rules/vendor-guides';
import { Button } from '@mantine/core';
import { IconBan, IconClock, IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { CopyValue } from '../../ui/CopyValue.tsx';
import { showQrCode } from '../../ui/dialogs/ask.ts';
import { connectTexts } from './connect-texts.ts';
import classes from './connect.module.css';

const texts = connectTexts.device;

interface Props {
  vendor: string;
  title: string;
  url: string;
}

/** The address, and what to enter in the device, menu by menu. */
export function DeviceSteps({ vendor, title, url }: Props) {
  const guide = guideOf(vendor);
  const name = guide.name || title;
  return (
    <>
      <div className={classes['address']}>
        <CopyValue value={url} label={texts.addressOf(name)} isPrimary />
        <Button
          variant="default"
          leftSection={<IconQrcode size={16} aria-hidden />}
          onClick={() => void showQrCode({ title: texts.qrTitle(name), url })}
        >
          {texts.qr}
        </Button>
      </div>
      <ol className={classes['guide']}>
        {guide.steps.map(({ menu, fields, note }) => (
          <li key={menu}>
            <h3 className={classes['menu']}>{menu}</h3>
            <dl className={classes['fields']}>
              {fields.map((each) => (
                <Field key={each.field} of={each} url={url} />
              ))}
            </dl>
            {note && <p className={classes['quiet']}>{note}</p>}
          </li>
        ))}
      </ol>
      <div className={classes['advice']}>
        <IconClock size={18} aria-hidden />
        <div>
          <h3>{texts.interval}</h3>
          <p>{guide.interval}</p>
        </div>
      </div>
      {guide.avoid.length > 0 && (
        <div className={classes['advice']} data-tone="warning">
          <IconBan size={18} aria-hidden />
          <div>
            <h3>{texts.avoid}</h3>
            <ul>
              {guide.avoid.map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          </div>
        </div>
      )}
      {guide.hasSample && <Sample url={url} />}
      <p className={classes['quiet']}>{texts.secret}</p>
    </>
  );
}

function Field({ of, url }: { of: GuideField; url: string }) {
  return (
    <>
      <dt>{of.field}</dt>
      <dd>
        {'enter' in of ? (
          <CopyValue value={filledIn(of.enter, url)} label={of.field} />
        ) : (
          <span className={classes['choice']}>{of.choose}</span>
        )}
      </dd>
    </>
  );
}

function Sample({ url }: { url: string }) {
  const [message] = useState(() => sampleMessage(new Date()));
  return (
    <div className={classes['sample']}>
      <h3>{texts.sample}</h3>
      <p className={classes['quiet']}>{texts.sampleText}</p>
      <CopyValue value={curlCommand(url, message)} label={texts.sampleLabel} />
    </div>
  );
}
