import { attachmentTexts, imageTypes } from '@atrium/rules/attachment';
import { Button, Group, SegmentedControl, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconTrash, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { confirm } from '../../../../ui/confirm.tsx';
import { FileButton } from '../../../../ui/FileButton.tsx';
import { useWidgetImages } from '../../asking/use-widget-images.ts';
import type { CardFormProps } from '../definition.ts';
import { changedOption, ownText } from '../own-options.ts';
import { webAddress } from '../safe-link.ts';
import { attachmentIdIn, imageTypeOf } from './address.ts';

export default function Form(props: CardFormProps) {
  const { widget, hasRoles = false, onChange } = props;
  const isUrl = hasRoles || imageTypeOf(widget) === 'url';
  return (
    <Stack gap="sm">
      {!hasRoles && (
        <SegmentedControl
          aria-label={texts.from}
          data={[
            { value: 'attachment', label: texts.uploaded },
            { value: 'url', label: texts.web },
          ]}
          value={imageTypeOf(widget)}
          onChange={(imageType) => onChange({ clientOptions: { widgetOptions: { imageType, image: '' } } })}
        />
      )}
      {isUrl ? <AddressField {...props} /> : <UploadField {...props} />}
      <TextInput
        label={texts.description}
        description={texts.descriptionHelp}
        maxLength={200}
        value={ownText(widget, 'label')}
        onChange={(event) => onChange(changedOption('label', event.currentTarget.value))}
      />
      <Switch
        label={texts.cover}
        checked={ownText(widget, 'fit') === 'cover'}
        onChange={(event) => onChange(changedOption('fit', event.currentTarget.checked ? 'cover' : 'contain'))}
      />
    </Stack>
  );
}

function AddressField({ widget, hasRoles = false, onChange }: CardFormProps) {
  const image = imageTypeOf(widget) === 'url' ? ownText(widget, 'image') : '';
  return (
    <TextInput
      label={texts.address}
      description={hasRoles && texts.onlyWeb}
      placeholder="https://"
      maxLength={2000}
      value={image}
      error={image !== '' && !webAddress(image) && texts.notAnAddress}
      onChange={(event) =>
        onChange({ clientOptions: { widgetOptions: { imageType: 'url', image: event.currentTarget.value } } })
      }
    />
  );
}

function UploadField({ widget, dashboardId, onChange }: CardFormProps) {
  const images = useWidgetImages(dashboardId ?? '');
  const [isSending, setSending] = useState(false);
  const attachmentId = attachmentIdIn(ownText(widget, 'image'));
  if (dashboardId === undefined) return <Text size="sm">{texts.unsaved}</Text>;
  const choose = async (file: File | null) => {
    if (!file) return;
    setSending(true);
    const sent = await images.send(file);
    setSending(false);
    if (sent) onChange(changedOption('image', sent.url));
  };
  const remove = async () => {
    if (await confirm(texts.remove)) onChange(changedOption('image', ''));
  };
  return (
    <div>
      <Group gap="xs">
        <FileButton accept={imageTypes.map((ending) => `.${ending}`).join(',')} onChange={(file) => void choose(file)}>
          {(props) => (
            <Button variant="default" loading={isSending} leftSection={<IconUpload size={16} aria-hidden />} {...props}>
              {attachmentId === undefined ? texts.upload : texts.replace}
            </Button>
          )}
        </FileButton>
        {attachmentId !== undefined && (
          <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void remove()}>
            {texts.remove.title}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed" mt={4}>
        {attachmentTexts.image}
      </Text>
    </div>
  );
}

const texts = {
  from: 'Image',
  uploaded: 'Upload',
  web: 'From the web',
  address: 'Address',
  onlyWeb: 'The images of a template come from the web.',
  notAnAddress: 'Start with https:// or http://',
  description: 'Description',
  descriptionHelp: 'Read out by screen readers. Leave empty for a decoration.',
  cover: 'Fill the card and crop the image',
  upload: 'Upload an image',
  replace: 'Upload another image',
  unsaved: 'Images can be uploaded as soon as the dashboard is saved.',
  remove: {
    title: 'Remove Image',
    body: 'You are about to remove this image. Are you sure?',
    confirm: 'Yes, remove it!',
    danger: true,
  },
} as const;
