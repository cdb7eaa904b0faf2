# Runs a loop of events, which has sockets.
# expected: PermissionError
import asyncio


async def nothing():
    pass


asyncio.run(nothing())
