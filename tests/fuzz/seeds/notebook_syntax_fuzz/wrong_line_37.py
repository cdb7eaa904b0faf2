f'{def}'
