# Softmax in one pass, attention in tiles, sums of exponentials in pieces.
import torch
torch.manual_seed(0)

def online_softmax(x):
    m = torch.tensor(float("-inf"))
    d = torch.tensor(0.0)
    for xi in x:
        m_new = torch.maximum(m, xi)
        d = d * torch.exp(m - m_new) + torch.exp(xi - m_new)
        m = m_new
    return torch.exp(x - m) / d, m, d

x = torch.randn(10) * 3
y, m, d = online_softmax(x)
print(y, m, d)
print(torch.softmax(x, 0))
print("max abs diff: {:.3e}".format((y - torch.softmax(x, dim=0)).abs().max()))
print(torch.allclose(y, torch.softmax(x, dim=0)), torch.equal(y, torch.softmax(x, dim=0)))

NEG_INF = -1e10
EPSILON = 1e-10
Q_LEN, K_LEN = 6, 8
Q_BLOCK, KV_BLOCK = 3, 4
Tr, Tc = Q_LEN // Q_BLOCK, K_LEN // KV_BLOCK
Q = torch.randn(1, 1, Q_LEN, 4, requires_grad=True)
K = torch.randn(1, 1, K_LEN, 4, requires_grad=True)
V = torch.randn(1, 1, K_LEN, 4, requires_grad=True)
O = torch.zeros_like(Q, requires_grad=True)
l = torch.zeros(Q.shape[:-1])[..., None]
m = torch.ones(Q.shape[:-1])[..., None] * NEG_INF
Q_BLOCKS = torch.split(Q, Q_BLOCK, dim=2)
K_BLOCKS = torch.split(K, KV_BLOCK, dim=2)
V_BLOCKS = torch.split(V, KV_BLOCK, dim=2)
O_BLOCKS = list(torch.split(O, Q_BLOCK, dim=2))
l_BLOCKS = list(torch.split(l, Q_BLOCK, dim=2))
m_BLOCKS = list(torch.split(m, Q_BLOCK, dim=2))
for j in range(Tc):
    Kj = K_BLOCKS[j]
    Vj = V_BLOCKS[j]
    for i in range(Tr):
        Qi = Q_BLOCKS[i]
        Oi = O_BLOCKS[i]
        li = l_BLOCKS[i]
        mi = m_BLOCKS[i]
        S_ij = torch.einsum('... i d, ... j d -> ... i j', Qi, Kj)
        m_block_ij, _ = torch.max(S_ij, dim=-1, keepdims=True)
        P_ij = torch.exp(S_ij - m_block_ij)
        l_block_ij = torch.sum(P_ij, dim=-1, keepdims=True) + EPSILON
        P_ij_Vj = torch.einsum('... i j, ... j d -> ... i d', P_ij, Vj)
        mi_new = torch.maximum(m_block_ij, mi)
        li_new = torch.exp(mi - mi_new) * li + torch.exp(m_block_ij - mi_new) * l_block_ij
        O_BLOCKS[i] = (li / li_new) * torch.exp(mi - mi_new) * Oi + (torch.exp(m_block_ij - mi_new) / li_new) * P_ij_Vj
        l_BLOCKS[i] = li_new
        m_BLOCKS[i] = mi_new
        print(f'-----------Attn : Q{i}xK{j}---------')
        print(O_BLOCKS[i].shape)
        print(O_BLOCKS[0])
        print(O_BLOCKS[1])
        print('\n')
O = torch.cat(O_BLOCKS, dim=2)
l = torch.cat(l_BLOCKS, dim=2)
m = torch.cat(m_BLOCKS, dim=2)
print(O, l.squeeze(), m.squeeze(), sep="\n")
ref = torch.softmax(Q @ K.transpose(-1, -2), -1) @ V
print(torch.allclose(O, ref, atol=1e-6))

def tiled_matmul(A, B, t):
    M, N = A.shape[0], B.shape[1]
    C = torch.zeros(M, N)
    for i in range(0, M, t):
        for j in range(0, N, t):
            for k in range(0, A.shape[1], t):
                C[i:i+t, j:j+t] += A[i:i+t, k:k+t] @ B[k:k+t, j:j+t]
    return C
A = torch.randn(7, 9); B = torch.randn(9, 5)
print((tiled_matmul(A, B, 4) - A @ B).abs().max() < 1e-5)
print(tiled_matmul(A, B, 4))

def streaming_lse(x, chunk):
    lse = torch.full(x.shape[:-1], -torch.inf)
    for c in x.split(chunk, dim=-1):
        lse = torch.logaddexp(lse, torch.logsumexp(c, dim=-1))
    return lse
x = torch.randn(3, 11)
print(streaming_lse(x, 4), torch.logsumexp(x, -1))
