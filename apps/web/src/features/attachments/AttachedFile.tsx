import type { Attachment } from '@atrium/contract/attachment';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconDots,
  IconDownload,
  IconFile,
  IconFileText,
  IconFileZip,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { longDate } from '../../format/dates.ts';
import { fileSize } from '../../format/file-size.ts';
import { toast } from '../../ui/toast.tsx';
import classes from './attachments.module.css';
import { texts } from './texts.ts';

interface Props {
  file: Attachment;
  onShow: () => void;
  onEdit?: () => void;
  onRemove?: () => void;
}

export function AttachedFile({ file, onShow, onEdit, onRemove }: Props) {
  const { originalName, notes, bytes, createdAt, url } = file;
  return (
    <li className={classes['file']}>
      <Thumbnail file={file} onShow={onShow} />
      <div className={classes['about']}>
        <a className={classes['name']} href={url} download={originalName}>
          {originalName}
        </a>
        <div className={classes['facts']}>{`${fileSize(bytes)} · ${longDate(createdAt)}`}</div>
        <p className={classes['notes']}>{notes}</p>
      </div>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={texts.actions(originalName)}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component="a"
            href={url}
            download={originalName}
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {texts.download}
          </Menu.Item>
          {onEdit && (
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
              {texts.rename}
            </Menu.Item>
          )}
          {onRemove && (
            <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={onRemove}>
              {texts.remove}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}

function Thumbnail({ file, onShow }: Pick<Props, 'file' | 'onShow'>) {
  const { isImage, url, originalName, contentType } = file;
  if (isImage)
    return (
      <button type="button" className={classes['thumbnail']} onClick={onShow} aria-label={texts.show(originalName)}>
        <img
          src={url}
          alt=""
          loading="lazy"
          onError={() => toast({ tone: 'danger', title: texts.title, text: texts.unableToGet })}
        />
      </button>
    );
  const Icon = contentType.includes('zip')
    ? IconFileZip
    : /text|pdf|document/.test(contentType)
      ? IconFileText
      : IconFile;
  return (
    <span className={classes['thumbnail']}>
      <Icon size={28} stroke={1.5} aria-hidden />
    </span>
  );
}
